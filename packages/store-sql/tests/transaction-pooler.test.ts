import { createPostgresStore } from '@portcullis/store-sql/postgres';
import { openPostgresDatabase } from '@portcullis/testing/postgres';
import { expect, it, onTestFinished } from 'vitest';
import { createTransactionPooler } from './support/transaction-pooler.ts';

it('stores open at once through a pooler in transaction mode, and leave no lock on its sessions', async () => {
  const server = await openPostgresDatabase();
  onTestFinished(() => server.stop());
  const pooler = await createTransactionPooler(server.connectionString);
  onTestFinished(() => pooler.end());
  const stores = Array.from({ length: 6 }, () =>
    createPostgresStore({ pool: pooler, schema: 'pooled', listen: false }),
  );
  await Promise.all(stores.map((store) => store.open()));
  const counts = await Promise.all(stores.map((store) => store.count('meta', {})));
  expect(counts).toEqual(stores.map(() => 0));
  const locks =
    "select count(*)::int as locks from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())";
  expect((await pooler.sessions[0]?.query(locks))?.rows).toEqual([{ locks: 0 }]);
  for (const store of stores) await store.close();
});
