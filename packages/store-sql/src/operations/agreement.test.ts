import { createMemoryStore, type Store } from '@portcullis/core';
import { openPostgresDatabase, type PostgresDatabase } from '@portcullis/testing/postgres';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLS, responsesOf } from '../../tests/support/random-calls.ts';
import { createPostgresStore } from '../postgres/create-postgres-store.ts';
import { createSqliteStore } from '../sqlite/create-sqlite-store.ts';

/** Every run executes dozens of statements on each store. */
const RUNS = process.env.PORTCULLIS_TESTS === 'sampled' ? 30 : 150;

describe('all stores', () => {
  let server: PostgresDatabase;
  const stores: Store[] = [];

  beforeAll(async () => {
    server = await openPostgresDatabase();
    stores.push(
      createMemoryStore(),
      createSqliteStore({ file: ':memory:' }),
      createPostgresStore({ connectionString: server.connectionString }),
    );
    for (const store of stores) await store.open();
  });
  afterAll(async () => {
    for (const store of stores) await store.close();
    await server?.stop();
  });

  it('return the same results', async () => {
    await fc.assert(
      fc.asyncProperty(...CALLS, async (rows, query, where) => {
        const [first, ...others] = await Promise.all(stores.map((store) => responsesOf(store, rows, query, where)));
        for (const other of others) expect(other).toEqual(first);
      }),
      { numRuns: RUNS },
    );
  });
});
