import { ALL_TENANTS, type Store } from '@portcullis/core/ports';
import { openPostgresDatabase, type PostgresDatabase } from '@portcullis/testing/postgres';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attemptOf, expectCountsAfterChanges, expectCountsOfRows } from '../../tests/support/attempt-counts.ts';
import { SQL_TABLES } from '../schema/sql-table.ts';
import { createPostgresStore } from './create-postgres-store.ts';

let server: PostgresDatabase;
let store: Store;
let admin: Client;

beforeAll(async () => {
  server = await openPostgresDatabase();
  const { connectionString } = server;
  store = createPostgresStore({ pool: { connectionString, max: 8 }, schema: 'the "counts"' });
  await store.open();
  admin = new Client({ connectionString, options: '-c search_path="the\\ \\"\\"counts\\"\\""' }).on('error', () => {});
  await admin.connect();
});
afterAll(async () => {
  await admin?.end();
  await store?.close();
  await server?.stop();
});
beforeEach(async () => {
  await admin.query('set search_path to "the ""counts"""; delete from portcullis_attempts');
});

const FIRST = { tenant: 'a', kind: 'firstQuery', global: false, succeeded: true };

async function countRows(): Promise<number> {
  const { rows } = await admin.query('select count(*) as rows from portcullis_attempt_counts');
  return Number(rows[0].rows);
}

describe('the counts of attempts', () => {
  it('are those of the rows, after inserts, restored rows, updates, removals and rollbacks', async () => {
    await expectCountsAfterChanges(store, 15);
  });

  it('are those of the rows after concurrent transactions, some of which are rolled back', async () => {
    await Promise.all(
      Array.from({ length: 8 }, async (_each, worker) => {
        for (let step = 0; step < 40; step += 1) {
          const tenant = step % 2 === 0 ? '' : 'a';
          await store.allTenants
            .transaction(async (transaction) => {
              const succeeded = (step + worker) % 3 > 0;
              await transaction.insertOwned('attempts', [
                attemptOf({ ...FIRST, tenant, succeeded }),
                attemptOf({ ...FIRST, tenant, succeeded, kind: 'addedToProject' }),
              ]);
              if (step % 5 === 4) await transaction.remove('attempts', { tenant, succeeded });
              if (step % 7 === 6) throw new Error('rolled back');
            })
            .catch((error) => expect(error.message).toBe('rolled back'));
        }
      }),
    );
    await expectCountsOfRows(store);
  });

  it('are read without a pass over the rows', async () => {
    await store.allTenants.insertOwned('attempts', [attemptOf(FIRST)]);
    await admin.query(`set session_replication_role = replica; delete from portcullis_attempts;
      set session_replication_role = default`);
    expect(await store.scoped('a').count('attempts', { global: false, succeeded: true })).toBe(1);
    expect(await store.scoped('a').count('attempts', { createdBy: 1 })).toBe(0);
    await admin.query('delete from portcullis_attempt_counts');
  });

  it('are summed now and then, and leave no row behind when the last attempt of a tenant is removed', async () => {
    await store.allTenants.insertOwned('attempts', [attemptOf(FIRST)]);
    const columns = SQL_TABLES.attempts.given.map(({ name }) => name).join(', ');
    await admin.query(`create temporary table attempt as select ${columns} from portcullis_attempts;
      do $$ begin
        for added in 1..7999 loop insert into portcullis_attempts (${columns}) select * from attempt; end loop;
      end $$`);
    // Without sums there would be 8,000; the chance of more than 7,000 with them is about one in a million.
    expect(await countRows()).toBeLessThan(7000);
    expect(await store.scoped('a').count('attempts', {})).toBe(8000);
    await store.allTenants.remove('attempts', { tenant: 'a' });
    expect(await countRows()).toBe(0);
  });

  it('do not fail a serializable transaction of the host while others change the same counts', async () => {
    await store.allTenants.insertOwned('attempts', [attemptOf(FIRST)]);
    const host = new Client(server.connectionString).on('error', () => {});
    await host.connect();
    await host.query('begin isolation level serializable; select 1');
    const joined = store.join?.(host)[ALL_TENANTS];
    await store.allTenants.remove('attempts', { tenant: 'a' });
    for (let added = 0; added < 40; added += 1) await joined?.insertOwned('attempts', [attemptOf(FIRST)]);
    await host.query('commit');
    await host.end();
    expect(await store.scoped('a').count('attempts', {})).toBe(40);
  });
});
