import type { PostgresPool } from './postgres-client.ts';

/** An object that reports a broken connection as an event. */
export interface ErrorSource {
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** The part of `pg`'s pool that reports clients as soon as they exist, before it removes its own listener. */
interface EventfulPool extends ErrorSource {
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'connect' | 'acquire', listener: (client: ErrorSource) => void): unknown;
}

/** The first error of each observed client, if there was one. */
const firstErrors = new WeakMap<object, { error?: Error }>();

/**
 * Listens for the errors of a client from now until its end. The queries of a broken connection fail and report it;
 * an event without a listener would end the process. The listener is never removed, because a client can break while
 * it passes from one owner to the next.
 */
export function hearErrors(source: ErrorSource): void {
  if (firstErrors.has(source)) return;
  const first: { error?: Error } = {};
  firstErrors.set(source, first);
  source.on('error', (error) => {
    first.error ??= error;
  });
}

/** Returns the error that broke an observed client. */
export function firstErrorOf(source: object): Error | undefined {
  return firstErrors.get(source)?.error;
}

/**
 * Listens for the errors of a pool and of all its clients, each from its connect to its end. A pool without events is
 * not changed: its clients are observed once the store has them.
 */
export function hearPool(pool: PostgresPool): void {
  if (firstErrors.has(pool) || !hasEvents(pool)) return;
  hearErrors(pool);
  pool.on('connect', hearErrors);
  pool.on('acquire', hearErrors);
}

function hasEvents(pool: PostgresPool): pool is PostgresPool & EventfulPool {
  return 'on' in pool && typeof pool.on === 'function';
}
