import type { PostgresPoolClient as KyselyClient, PostgresPool as KyselyPool } from 'kysely';
import { hearErrors } from './heard-errors.ts';
import type { PostgresPool, PostgresPoolClient } from './postgres-client.ts';
import { createQueryRunner } from './query-runner.ts';

/** Gives Kysely a pool of `pg` whose values are read the store's way. */
export function kyselyPool(pool: PostgresPool, end: () => Promise<void>): KyselyPool {
  const adapted = new WeakMap<PostgresPoolClient, KyselyClient>();
  return {
    async connect() {
      const client = await pool.connect();
      hearErrors(client);
      // Kysely knows a connection by its client: the same one each time.
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
