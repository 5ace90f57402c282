import type { SharedNodes } from '../nodes/shared-nodes.ts';

/**
 * Reads `QUEUE`, and with it `DATABASE_URL` and `REDIS_URL`.
 *
 * @returns undefined for `none` or an unset variable: a single process on a file, which wakes itself.
 * @throws Error for an unknown engine, and for an engine without its addresses.
 */
export function readQueue(environment: NodeJS.ProcessEnv): SharedNodes | undefined {
  const engine = environment.QUEUE || 'none';
  if (engine === 'none') return undefined;
  const addressIn = (variable: 'DATABASE_URL' | 'REDIS_URL', what: string): string => {
    const address = environment[variable];
    if (address) return address;
    throw new Error(`QUEUE is "${engine}": also set ${variable} to the address of ${what}.`);
  };
  if (engine !== 'pg-boss' && engine !== 'bullmq') {
    throw new Error(`QUEUE is "${engine}": use pg-boss, bullmq or none.`);
  }
  const databaseUrl = addressIn('DATABASE_URL', 'a PostgreSQL database for the store');
  return engine === 'pg-boss'
    ? { engine, databaseUrl }
    : { engine, databaseUrl, redisUrl: addressIn('REDIS_URL', 'a Redis') };
}
