import type { Agent, Dispatcher } from 'undici';
import type { Attempt } from './attempt.ts';
import { type ConnectionDependencies, createConnection } from './connection.ts';

/** Sends attempts over kept connections, or over fresh ones. */
export interface AttemptSender {
  dispatch(options: Dispatcher.DispatchOptions, attempt: Attempt, connections: 'kept' | 'fresh'): void;
  close(): Promise<void>;
}

/** How long idle connections are kept. */
export interface KeepAlive {
  readonly keepAliveMs: number;
  readonly clientTtlMs: number;
}

/** Which attempt a handler belongs to: the client that takes the handler tells the attempt its connection. */
type AttemptOf = WeakMap<object, Attempt>;

/** Loads undici, which costs a host nothing before its first delivery, and makes the agents. */
export async function loadUndici(dependencies: ConnectionDependencies, keepAlive: KeepAlive): Promise<AttemptSender> {
  const undici = await import('undici');
  const attemptOf: AttemptOf = new WeakMap();

  const createClient = (origin: URL, options: object): Dispatcher => {
    const connection = createConnection(dependencies);
    const client = new undici.Client(origin, { ...options, connect: connection.connect.bind(connection) });
    const dispatch = client.dispatch.bind(client);
    client.dispatch = (request, handler) => {
      attemptOf.get(handler)?.assign(connection);
      return dispatch(request, handler);
    };
    return client;
  };

  const createAgent = (options: Agent.Options): Agent =>
    new undici.Agent({
      ...options,
      allowH2: false,
      // Timers of undici are about idleness and half a second coarse; the deadline of an attempt is the transport's own.
      headersTimeout: 0,
      bodyTimeout: 0,
      factory: (origin, poolOptions) => new undici.Pool(origin, { ...poolOptions, factory: createClient }),
    });

  const agents = {
    kept: createAgent({
      pipelining: 1,
      keepAliveTimeout: keepAlive.keepAliveMs,
      keepAliveMaxTimeout: 6 * keepAlive.keepAliveMs,
      clientTtl: keepAlive.clientTtlMs,
    }),
    fresh: createAgent({ pipelining: 0 }),
  };

  return {
    dispatch(options, attempt, connections) {
      attemptOf.set(attempt.handler, attempt);
      try {
        agents[connections].dispatch(options, attempt.handler);
      } catch (error) {
        attempt.fail(error);
      }
    },
    async close() {
      await Promise.all([agents.kept.destroy(), agents.fresh.destroy()]);
    },
  };
}
