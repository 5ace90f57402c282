import { firstErrorOf, hearErrors } from './heard-errors.ts';
import type { PostgresPool, PostgresPoolClient } from './postgres-client.ts';
import { createQueryRunner, type QueryRunner } from './query-runner.ts';

/** A connection that was taken out of a pool. */
export interface TakenConnection {
  readonly run: QueryRunner;
  /** Returns the error by which the connection broke, if it did. */
  brokenBy(): Error | undefined;
  /** Puts it back; a broken one is not used again. */
  release(broken?: boolean): void;
}

/** Takes a connection whose values are read the store's way. @param prepare - sends what a client needs once, before all else. */
export async function takeConnection(
  pool: PostgresPool,
  prepare: (client: PostgresPoolClient, run: QueryRunner) => void,
): Promise<TakenConnection> {
  const client = await pool.connect();
  hearErrors(client);
  const run = createQueryRunner(client);
  prepare(client, run);
  return {
    run,
    brokenBy: () => firstErrorOf(client),
    release: (broken) => client.release(broken),
  };
}
