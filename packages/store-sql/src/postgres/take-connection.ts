import type { PostgresPool, PostgresPoolClient } from './postgres-client.ts';
import { createQueryRunner, type QueryRunner } from './query-runner.ts';

/** A connection that was taken out of a pool. */
export interface TakenConnection {
  readonly run: QueryRunner;
  /** Puts it back; a broken one is not used again. */
  release(broken?: boolean): void;
}

/** Takes a connection whose values are read the store's way. */
export async function takeConnection(pool: PostgresPool): Promise<TakenConnection> {
  const client: PostgresPoolClient = await pool.connect();
  client.on('error', ignoreError);
  return {
    run: createQueryRunner(client),
    release(broken) {
      client.off('error', ignoreError);
      client.release(broken);
    },
  };
}

/** A connection that breaks fails its queries, which is where it is dealt with; unheard, the event ends the process. */
export function ignoreError(): void {}
