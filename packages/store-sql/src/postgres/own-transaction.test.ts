import type { Store } from '@portcullis/core';
import { openPostgresDatabase, type PostgresDatabase } from '@portcullis/testing/postgres';
import { Client, Pool, type PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPostgresStore } from './create-postgres-store.ts';

let server: PostgresDatabase;
beforeAll(async () => {
  server = await openPostgresDatabase();
});
afterAll(() => server?.stop());

/** A pool that records the maximum number of concurrent queries of one client. */
function watchedPool(pipeline: boolean) {
  const pool = new Pool({ connectionString: server.connectionString, pipeline } as ConstructorParameters<
    typeof Pool
  >[0]);
  pool.on('error', () => {});
  let most = 0;
  pool.on('connect', (client: PoolClient) => {
    let underWay = 0;
    const query = client.query.bind(client) as (...parameters: unknown[]) => Promise<unknown>;
    client.query = ((...parameters: unknown[]) => {
      underWay += 1;
      most = Math.max(most, underWay);
      return query(...parameters).finally(() => {
        underWay -= 1;
      });
    }) as typeof client.query;
  });
  return { pool, most: () => most };
}

describe('concurrent calls in one transaction', () => {
  it.each([
    [true, 5],
    [false, 1],
  ])('are sent together if the client pipelines (%s)', async (pipeline, expected) => {
    const { pool, most } = watchedPool(pipeline);
    const store = createPostgresStore({ pool, schema: `pipeline_${pipeline}`, listen: false });
    await store.open();
    await store.transaction(async (transaction) => {
      await Promise.all(
        [1, 2, 3, 4, 5].map((webhookId) => transaction.find('endpointQueues', { where: { webhookId } })),
      );
    });
    expect(most()).toBe(expected);
    await store.close();
    await pool.end();
  });

  it('see commits of others during the transaction with any default isolation of the database', async () => {
    const options = '-c default_transaction_isolation=serializable';
    const [one, other] = [{ options }, {}].map((pool) =>
      createPostgresStore({ connectionString: server.connectionString, pool, schema: 'isolation', listen: false }),
    ) as [Store, Store];
    await one.open();
    await other.open();
    await one.transaction(async (transaction) => {
      expect(await transaction.count('leases', {})).toBe(0);
      await other.insert('leases', { name: 'one', owner: 'node', until: 1, generation: 1 });
      expect(await transaction.count('leases', {})).toBe(1);
    });
    await one.close();
    await other.close();
  });

  it('after a failed one fail with its error, so that a transaction which may be retried is retried', async () => {
    const { pool } = watchedPool(true);
    const store = createPostgresStore({ pool, schema: 'aborted', listen: false });
    await store.open();
    const holder = await pool.connect();
    await holder.query('begin; lock table aborted.portcullis_leases in access exclusive mode');
    const work = store.transaction(
      async (transaction) => {
        const blocked = transaction.find('leases');
        blocked.catch(() => {});
        // The caller awaits another call first.
        await transaction.find('settings');
        await blocked;
      },
      { lockTimeoutMs: 20 },
    );
    await expect(work).rejects.toMatchObject({ code: 'STORE_LOCK_TIMEOUT' });
    await holder.query('rollback');
    holder.release();
    await store.close();
    await pool.end();
  });

  it('fail together: the caller gets the first failure, and the transaction is rolled back', async () => {
    const { pool } = watchedPool(true);
    const store = createPostgresStore({ pool, schema: 'failing', listen: false });
    await store.open();
    const lease = { owner: 'node', until: 1, generation: 1 };
    const work = store.transaction((transaction) =>
      Promise.all([
        transaction.insert('leases', { name: 'one', ...lease }),
        transaction.insert('leases', { name: 'one', ...lease }),
        transaction.insert('leases', { name: 'two', ...lease }),
      ]),
    );
    await expect(work).rejects.toMatchObject({ name: 'StoreConflictError' });
    expect(await store.count('leases', {})).toBe(0);
    await store.close();
    await pool.end();
  });
});

it('a connection to a server that has become a standby is not used again', async () => {
  const { pool } = watchedPool(true);
  const store = createPostgresStore({ pool, schema: 'standby', listen: false });
  await store.open();
  const client = await pool.connect();
  await client.query('set session characteristics as transaction read only');
  client.release();
  const lease = { name: 'one', owner: 'node', until: 1, generation: 1 };
  await expect(store.insert('leases', lease)).rejects.toMatchObject({ code: 'STORE_FAILED', cause: { code: '25006' } });
  await store.insert('leases', lease);
  await expect(store.transaction((open) => open.insert('leases', lease))).rejects.toMatchObject({
    name: 'StoreConflictError',
  });
  await store.close();
  await pool.end();
});

it('a cancelled statement is an error of the store', async () => {
  const { pool } = watchedPool(true);
  const store = createPostgresStore({ pool, schema: 'cancelled', listen: false });
  await store.open();
  const administrator = new Client(server.connectionString);
  await administrator.connect();
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('lock table cancelled.portcullis_leases in access exclusive mode');
  const waiting = store.find('leases');
  const cancel = `select pg_cancel_backend(pid) from pg_stat_activity
    where wait_event_type = 'Lock' and query like '%portcullis_leases%' and pid <> pg_backend_pid()`;
  const refused = expect(waiting).rejects.toMatchObject({ code: 'STORE_FAILED', cause: { code: '57014' } });
  await expect.poll(async () => (await administrator.query(cancel)).rowCount).toBe(1);
  await refused;
  await administrator.end();
  await holder.query('rollback');
  holder.release();
  expect(await store.find('leases')).toEqual([]);
  await store.close();
  await pool.end();
});

it.each([
  ['does not listen', Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  ['is starting up', fatal('57P03', 'the database system is starting up'), 'the database system is starting up'],
  ['has no slot left', fatal('53300', 'sorry, too many clients already'), 'sorry, too many clients already'],
])('a server that %s is an error of the store', async (_name, refusal, reason) => {
  const { pool } = watchedPool(true);
  const store = createPostgresStore({ pool, schema: 'unreachable', listen: false });
  await store.open();
  const connect = vi.spyOn(pool, 'connect').mockImplementation(() => Promise.reject(refusal));
  const message = `The store gets no connection to the database: ${reason}`;
  const expected = { code: 'STORE_CONNECTION_LOST', message, cause: refusal };
  await expect(store.find('leases')).rejects.toMatchObject(expected);
  await expect(store.transaction((open) => open.find('leases'))).rejects.toMatchObject(expected);
  connect.mockRestore();
  expect(await store.find('leases')).toEqual([]);
  await store.close();
  await pool.end();
});

function fatal(code: string, message: string): Error {
  return Object.assign(new Error(message), { code, severity: 'FATAL' });
}
