import type { Dispatcher } from 'undici';
import type { ProxyAddress } from '../../options/webhook-proxy.ts';
import type { Attempt } from './attempt.ts';
import { createClientPool } from './client-pool.ts';
import type { ConnectionDependencies } from './connection.ts';
import { createHostResolver } from './host-resolver.ts';
import { createSocketOpener } from './open-socket.ts';

/** The pools of kept and of new connections, which send attempts. */
export interface ConnectionPools {
  dispatch(origin: string, request: Dispatcher.DispatchOptions, attempt: Attempt, connections: 'kept' | 'fresh'): void;
  /** Closes all idle connections. */
  closeIdle(): void;
  close(): Promise<void>;
}

/** Options of {@link createConnectionPools}: the connections, and the time for which idle ones are kept. */
export interface ConnectionPoolsOptions
  extends Pick<ConnectionDependencies, 'guard' | 'clock'>,
    Partial<Pick<ConnectionDependencies, 'resolveHost' | 'openSocket'>> {
  /** Certificate authorities instead of those that Node trusts. */
  readonly ca?: string | readonly string[] | undefined;
  readonly proxy?: ProxyAddress | undefined;
  readonly keepAliveMs: number;
  readonly clientTtlMs: number;
  readonly maxIdleConnections: number;
}

/** Creates the pools. Import this module lazily, because it loads undici, TLS and the resolver. */
export function createConnectionPools(options: ConnectionPoolsOptions): ConnectionPools {
  const { guard, clock, proxy, keepAliveMs, clientTtlMs, maxIdleConnections } = options;
  const { resolveHost = createHostResolver({ clock }), openSocket = createSocketOpener(options.ca) } = options;
  const shared = { guard, clock, resolveHost, openSocket, proxy, clientTtlMs, maxIdleConnections };
  const pools = {
    kept: createClientPool({ ...shared, keepAliveMs }),
    fresh: createClientPool({ ...shared, keepAliveMs: 0 }),
  };

  return {
    dispatch(origin, request, attempt, connections) {
      const pool = pools[connections];
      const pooled = pool.take(origin);
      attempt.assign(pooled.connection);
      void attempt.outcome.then(() => pool.put(pooled, attempt.isComplete));
      try {
        pooled.client.dispatch(request, attempt);
      } catch (error) {
        attempt.fail(error);
      }
    },
    closeIdle: pools.kept.closeIdle,
    async close() {
      await Promise.all([pools.kept.close(), pools.fresh.close()]);
    },
  };
}
