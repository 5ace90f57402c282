import { type ErrorSource, isObserved, observeErrors } from '../connections/observed-errors.ts';
import type { PostgresPool } from './postgres-client.ts';

/** The part of `pg`'s pool that reports clients as soon as they exist, before it removes its own listener. */
interface EventfulPool extends ErrorSource {
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'connect' | 'acquire', listener: (client: ErrorSource) => void): unknown;
}

/**
 * Listens for the errors of a pool and of all its clients, each from its connect to its end. A pool without events is
 * not changed: its clients are observed once the store has them.
 */
export function observePool(pool: PostgresPool): void {
  if (!hasEvents(pool) || isObserved(pool)) return;
  observeErrors(pool);
  pool.on('connect', observeErrors);
  pool.on('acquire', observeErrors);
}

function hasEvents(pool: PostgresPool): pool is PostgresPool & EventfulPool {
  return 'on' in pool && typeof pool.on === 'function';
}
