import type { Store } from '@portcullis/core';
import type { AnyPluginDefinition, Session } from '@portcullis/plugin-api';

/** Callbacks around the plan of a request: its operation is stored, then the platform is asked, then statements run. */
export interface Watcher {
  /** The operation of a request, which holds its plan, was stored. */
  onStored(): void;
  /** Runs before each contact with the platform; the contact waits for it. */
  beforeContact(): Promise<void>;
  /** A statement is sent. */
  onStatement(text: string): void;
}

/** Returns a store that reports new operations. */
export function watchedStore(store: Store, { onStored }: Pick<Watcher, 'onStored'>): Store {
  return {
    ...store,
    transaction: (work, options) =>
      store.transaction((transaction) => {
        let isStored = false;
        transaction.afterCommit(() => {
          if (isStored) onStored();
        });
        const insert = ((table, row) => {
          isStored ||= table === 'operations';
          return transaction.insert(table, row);
        }) as Store['insert'];
        return work({ ...transaction, insert });
      }, options),
  };
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
