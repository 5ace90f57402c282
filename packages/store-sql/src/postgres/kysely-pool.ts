import type { PostgresPoolClient as KyselyClient, PostgresPool as KyselyPool } from 'kysely';
import { observeErrors } from '../connections/observed-errors.ts';
import { unreachable } from '../operations/translate-error.ts';
import type { PostgresPool, PostgresPoolClient } from './postgres-client.ts';
import { createQueryRunner } from './query-runner.ts';

/** Returns a pool of `pg` for Kysely, whose values are parsed for the store. */
export function kyselyPool(pool: PostgresPool, end: () => Promise<void>): KyselyPool {
  const adapted = new WeakMap<PostgresPoolClient, KyselyClient>();
  return {
    async connect() {
      const client = await pool.connect().catch((error) => {
        throw unreachable(error);
      });
      observeErrors(client);
      // Kysely identifies a connection by its client, so it must get the same object each time.
      const known = adapted.get(client) ?? kyselyClient(client);
      adapted.set(client, known);
      return known;
    },
    end,
    options: {},
  };
}

function kyselyClient(client: PostgresPoolClient): KyselyClient {
  const run = createQueryRunner(client);
  const query = (text: string, parameters: readonly unknown[] = []) => run(text, parameters);
  return {
    query: query as KyselyClient['query'],
    release: (destroy) => client.release(destroy),
  };
}
