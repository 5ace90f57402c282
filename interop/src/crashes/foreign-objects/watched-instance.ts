import type { Store } from '@portcullis/core';
import type { AnyPluginDefinition, Session } from '@portcullis/plugin-api';
import { interceptStore } from '@portcullis/testing';

/** Callbacks around the plan of a request: its operation is stored, then the platform is asked, then statements run. */
export interface Watcher {
  /** The operation of a request, which holds its plan, was stored. */
  onStored(): void;
  /** Runs before each contact with the platform, which waits for it. */
  beforeContact(): Promise<void>;
  /** A statement is sent. */
  onStatement(text: string): void;
}

/** Returns a store that reports new operations. */
export function watchedStore(store: Store, { onStored }: Pick<Watcher, 'onStored'>): Store {
  const storing = new WeakSet<object>();
  return interceptStore(store, {
    call({ operation, table, transaction }, proceed) {
      if (operation === 'insert' && table === 'operations' && transaction) storing.add(transaction);
      return proceed();
    },
    transaction(open, proceed) {
      open.afterCommit(() => {
        if (storing.has(open)) onStored();
      });
      return proceed();
    },
  });
}

/** Returns a plugin that reports every contact with its platform. */
export function watchedPlugin(definition: AnyPluginDefinition, watcher: Watcher): AnyPluginDefinition {
  const { connect, observe } = definition;
  return {
    ...definition,
    ...(observe && {
      observe: async (...input) => {
        await watcher.beforeContact();
        return observe(...input);
      },
    }),
    ...(connect && {
      connect: async (request) => {
        await watcher.beforeContact();
        return watchedSession(await connect(request), watcher);
      },
    }),
  };
}

function watchedSession(session: Session, { beforeContact, onStatement }: Watcher): Session {
  const run: Session['run'] = async (operation, options) => {
    await beforeContact();
    onStatement(operation.kind === 'statement' ? operation.text : JSON.stringify(operation));
    return session.run(operation, options);
  };
  return new Proxy(session, { get: (target, name) => (name === 'run' ? run : Reflect.get(target, name)) });
}
