import { firstErrorOf, observeErrors } from '../connections/observed-errors.ts';
import { watchResponses } from '../connections/response-watch.ts';
import { isStandby } from './connection-loss.ts';
import type { PostgresPool, PostgresPoolClient } from './postgres-client.ts';
import { createQueryRunner, type QueryRunner } from './query-runner.ts';

/** A connection from a pool. */
export interface TakenConnection {
  readonly run: QueryRunner;
  /** Returns the error that broke the connection, if any. */
  brokenBy(): Error | undefined;
  /** Returns the connection to the pool; a broken one is not used again. */
  release(broken?: boolean): void;
}

/**
 * Takes a connection whose values are parsed for the store.
 * @param prepare - sends the settings of a client once, before all queries.
 */
export async function takeConnection(
  pool: PostgresPool,
  prepare: (client: PostgresPoolClient, run: QueryRunner) => void,
): Promise<TakenConnection> {
  const client = await pool.connect();
  observeErrors(client);
  const { run: send, stop } = watchResponses(client.connection?.stream, createQueryRunner(client));
  let isOfStandby = false;
  const run: QueryRunner = (...query) =>
    send(...query).catch((error) => {
      if (isStandby(error)) isOfStandby = true;
      throw error;
    });
  prepare(client, run);
  return {
    run,
    brokenBy: () => firstErrorOf(client),
    release(broken) {
      stop();
      client.release(broken === true || isOfStandby || firstErrorOf(client) !== undefined);
    },
  };
}
