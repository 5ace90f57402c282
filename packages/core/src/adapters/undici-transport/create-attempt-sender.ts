import { Agent, Client, type Dispatcher, Pool } from 'undici';
import type { Attempt } from './attempt.ts';
import { type ConnectionDependencies, createConnection } from './connection.ts';
import { createSocketOpener } from './open-socket.ts';
import { resolveHost as systemResolveHost } from './resolve-host.ts';
import type { ProxyAddress } from './webhook-proxy.ts';

/** Sends attempts over kept connections, or over fresh ones. */
export interface AttemptSender {
  dispatch(request: Dispatcher.DispatchOptions, attempt: Attempt, connections: 'kept' | 'fresh'): void;
  close(): Promise<void>;
}

/** What {@link createAttemptSender} takes: how to connect, and how long idle connections are kept. */
export interface AttemptSenderOptions
  extends Pick<ConnectionDependencies, 'guard' | 'clock'>,
    Partial<Pick<ConnectionDependencies, 'resolveHost' | 'openSocket'>> {
  /** Certificate authorities instead of the ones Node trusts. */
  readonly ca?: string | readonly string[] | undefined;
  readonly proxy?: ProxyAddress | undefined;
  readonly keepAliveMs: number;
  readonly clientTtlMs: number;
}

/** Which attempt a handler belongs to: the client that takes the handler tells the attempt its connection. */
type AttemptOf = WeakMap<object, Attempt>;

/** Makes the agents. Import this module late: undici, TLS and the resolver come with it. */
export function createAttemptSender(options: AttemptSenderOptions): AttemptSender {
  const { guard, clock, resolveHost = systemResolveHost, openSocket = createSocketOpener(options.ca) } = options;
  const dependencies: ConnectionDependencies = { guard, clock, resolveHost, openSocket, proxy: options.proxy };
  const attemptOf: AttemptOf = new WeakMap();

  const createClient = (origin: URL, clientOptions: object): Dispatcher => {
    const connection = createConnection(dependencies);
    const client = new Client(origin, { ...clientOptions, connect: connection.connect.bind(connection) });
    const dispatch = client.dispatch.bind(client);
    client.dispatch = (request, handler) => {
      attemptOf.get(handler)?.assign(connection);
      return dispatch(request, handler);
    };
    return client;
  };

  const createAgent = (agentOptions: Agent.Options): Agent =>
    new Agent({
      ...agentOptions,
      allowH2: false,
      // Timers of undici are about idleness and half a second coarse; the deadline of an attempt is the transport's own.
      headersTimeout: 0,
      bodyTimeout: 0,
      factory: (origin, poolOptions) => new Pool(origin, { ...poolOptions, factory: createClient }),
    });

  const agents = {
    kept: createAgent({
      pipelining: 1,
      keepAliveTimeout: options.keepAliveMs,
      keepAliveMaxTimeout: 6 * options.keepAliveMs,
      clientTtl: options.clientTtlMs,
    }),
    fresh: createAgent({ pipelining: 0 }),
  };

  return {
    dispatch(request, attempt, connections) {
      attemptOf.set(attempt.handler, attempt);
      try {
        agents[connections].dispatch(request, attempt.handler);
      } catch (error) {
        attempt.fail(error);
      }
    },
    async close() {
      await Promise.all([agents.kept.destroy(), agents.fresh.destroy()]);
    },
  };
}
