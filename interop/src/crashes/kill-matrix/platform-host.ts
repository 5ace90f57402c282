import type { ChildProcess } from 'node:child_process';
import type { AnyPluginDefinition, ExecutableOperation, ManagedObject, Session } from '@portcullis/plugin-api';
import { SimulatedFailure } from '@portcullis/testing';
import type { PlatformCall, PlatformResponse } from './victim-protocol.ts';

// biome-ignore lint/suspicious/noExplicitAny: the other end of the channel is `remote-platform.ts`, which knows the types.
type Input = any;

/**
 * Serves a simulated platform to a process over its channel. When that process dies, its sessions are closed, as the
 * operating system would close its connections.
 *
 * @param definition - the plugin on the platform, as `simulate` returns it.
 * @returns resolves when all sessions of the process are closed.
 */
export function servePlatform(child: ChildProcess, definition: AnyPluginDefinition): () => Promise<void> {
  const sessions = new Map<number, Session>();
  const lists = new Map<number, readonly ManagedObject[]>();
  const { signal } = new AbortController();
  let lastSession = 0;

  const methods: Readonly<Record<string, (input: Input) => unknown>> = {
    learn({ list, config, mode, facts, options, marks }) {
      const mark = (key: string): string => marks[key] ?? '';
      lists.set(list, definition.objects(config, { mode, facts, options, mark }));
    },
    alter: ({ list, key, from, former }) =>
      void lists
        .get(list)
        ?.find((object) => object.key === key)
        ?.alter?.(from, former),
    role: ({ role }) => void definition.dialect?.switchRole?.(role),
    async connect(request) {
      const session = await definition.connect?.({ ...request, signal, logger: QUIET });
      if (!session) throw new TypeError(`${definition.type} does not connect.`);
      lastSession += 1;
      sessions.set(lastSession, session);
      return lastSession;
    },
    async run({ session, kind, text, call, revealed }) {
      const operation = { kind, text, call, reveal: () => revealed } as ExecutableOperation;
      return sessions.get(session)?.run(operation, { signal });
    },
    observe: ({ session, objects, config }) =>
      definition.observe?.(sessions.get(session) as never, objects, { config, signal }),
    inventory: ({ session, markPrefix, config }) =>
      definition.inventory?.(sessions.get(session) as never, { config, markPrefix, signal }),
    contents: ({ session, key, config }) =>
      definition.containers
        ?.find((container) => container.key === key)
        ?.list(sessions.get(session) as never, { config, signal }),
    async close({ session }) {
      await sessions.get(session)?.close();
      sessions.delete(session);
    },
  };

  const respond = async ({ id, method, input }: PlatformCall): Promise<void> => {
    const reply = await resultOf(() => methods[method]?.(input)).then(
      (end): PlatformResponse => ({ kind: 'response', id, ...end }),
    );
    // No process reads the reply after the child process is dead.
    if (child.connected) child.send(reply, () => {});
  };
  // In sequence, in the order of arrival.
  let turn: Promise<void> = Promise.resolve();
  child.on('message', (message: PlatformCall) => {
    if (message.kind !== 'call') return;
    turn = turn.then(() => respond(message));
  });

  return async () => {
    await turn;
    for (const session of sessions.values()) await session.close();
    sessions.clear();
  };
}

async function resultOf(work: () => unknown): Promise<Pick<PlatformResponse, 'result' | 'failure'>> {
  try {
    return { result: await work() };
  } catch (error) {
    if (error instanceof SimulatedFailure) {
      const { failureClass, message, code } = error;
      return { failure: { failureClass, message, code } };
    }
    return { failure: { failureClass: 'internal', message: String(error), code: 'HOST' } };
  }
}

const QUIET = { debug() {}, info() {}, warn() {}, error() {} };
