import type { PostgresPool } from './postgres-client.ts';

/** An object that reports a broken connection as an event. */
export interface ErrorSource {
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** The part of `pg`'s pool that reports clients at the moment it has them, before it lets go of its own listener. */
interface EventfulPool extends ErrorSource {
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'connect' | 'acquire', listener: (client: ErrorSource) => void): unknown;
}

/** The first error of each client that is heard, if it had one. */
const firstErrors = new WeakMap<object, { error?: Error }>();

/**
 * Listens for the errors of a client from now until its end. A connection that breaks fails its queries, and they report it; an event
 * without a listener would end the process. The listener is never removed: a client can break while it goes from one owner to the next.
 */
export function hearErrors(source: ErrorSource): void {
  if (firstErrors.has(source)) return;
  const first: { error?: Error } = {};
  firstErrors.set(source, first);
  source.on('error', (error) => {
    first.error ??= error;
  });
}

/** Returns the error by which a client broke, as far as it is heard. */
export function firstErrorOf(source: object): Error | undefined {
  return firstErrors.get(source)?.error;
}

/**
 * Listens for the errors of a pool and of all its clients, each from its connect to its end. A pool without events is left as it is: its
 * clients are heard once the store has them.
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
