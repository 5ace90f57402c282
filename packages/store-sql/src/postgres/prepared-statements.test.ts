import type { Store } from '@portcullis/core';
import { sampleRow, sampleRows } from '@portcullis/testing';
import { openPostgresDatabase, type PostgresDatabase } from '@portcullis/testing/postgres';
import { Pool, type PoolConfig } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createPostgresStore } from './create-postgres-store.ts';
import type { PostgresStoreOptions } from './postgres-store-options.ts';

let server: PostgresDatabase;
beforeAll(async () => {
  server = await openPostgresDatabase();
});
afterAll(() => server?.stop());

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** A store whose only connection the test can inspect. */
async function openOn(
  schema: string,
  { pipeline = false, ...options }: Pick<PostgresStoreOptions, 'preparedStatements'> & { readonly pipeline?: boolean },
) {
  const config = { connectionString: server.connectionString, max: 1, pipeline } as PoolConfig;
  const pool = new Pool(config).on('error', () => {});
  closing.push(() => pool.end());
  const store = createPostgresStore({ pool, schema, listen: false, ...options });
  closing.push(() => store.close());
  await store.open();
  const prepared = async () => {
    const { rows } = await pool.query(
      'select name, statement, generic_plans from pg_prepared_statements order by name',
    );
    return rows as { name: string; statement: string; generic_plans: string }[];
  };
  return { pool, store, prepared };
}

describe('the statements of transactions', () => {
  it('are prepared once, except statements that read a page', async () => {
    const { store, prepared } = await openOn('prepared', { preparedStatements: true });
    const read = () =>
      store.transaction(async (transaction) => {
        await transaction.find('endpointQueues', { where: { webhookId: { in: [1, 2] } } });
        await transaction.find('endpointQueues', { where: { webhookId: 1 }, limit: 3 });
      });
    for (let times = 0; times < 3; times += 1) await read();
    await store.find('endpointQueues', { where: { webhookId: 1 } });
    expect((await prepared()).map(({ statement }) => statement)).toEqual([
      expect.stringMatching(
        / from "prepared"\."portcullis_endpoint_queues" where \("tenant" = \$1 and "webhook_id" = any\(\$2\)\) order by /,
      ),
    ]);
  });

  it('have the same names in every process, derived from their text', async () => {
    const names = await Promise.all(
      [1, 2].map(async (process) => {
        const { store, prepared } = await openOn('named', { preparedStatements: true });
        await store.transaction(async (transaction) => {
          if (process === 2) await transaction.find('events', { where: { id: 1 } });
          await transaction.find('endpointQueues', { where: { webhookId: 1 } });
        });
        return prepared();
      }),
    );
    const nameOfQueues = names.map((all) => all.find(({ statement }) => statement.includes('_endpoint_queues'))?.name);
    expect(nameOfQueues[0]).toMatch(/^portcullis_[0-9a-f]{32}$/);
    expect(nameOfQueues[1]).toBe(nameOfQueues[0]);
  });

  it('have plans with an index, even if they were planned while the table was small', async () => {
    const { pool, store, prepared } = await openOn('kept_plans', { preparedStatements: true });
    await store.insert('events', sampleRow('events', 1));
    await pool.query('vacuum analyze kept_plans.portcullis_events');
    // A list that is longer than the server assumes, so that it keeps the generic plan.
    const ids = Array.from({ length: 30 }, (_, index) => index + 1);
    for (let times = 0; times < 8; times += 1) {
      await store.transaction((transaction) => transaction.find('events', { where: { id: { in: ids } } }));
    }
    await store.insertAbsent('events', sampleRows('events', Array(2_000).fill({})));
    const kept = (await prepared()).find(({ statement }) => statement.startsWith('select'));
    expect(Number(kept?.generic_plans)).toBeGreaterThan(0);
    const { rows } = await pool.query(`explain execute ${kept?.name}('', array[1, 2])`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('portcullis_events_pkey');
    expect(plan).not.toContain('Seq Scan');
    expect((await pool.query('show enable_seqscan')).rows).toEqual([{ enable_seqscan: 'on' }]);
  });

  it('are no longer prepared once a pooler has run one on another session, and no transaction fails', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    onTestFinished(() => warn.mockRestore());
    const { pool, store, prepared } = await openOn('pooled', { preparedStatements: true });
    const read = () =>
      store.transaction((transaction) => transaction.find('endpointQueues', { where: { webhookId: 1 } }));
    await read();
    // The driver still believes that the session has the statement.
    await pool.query('deallocate all');
    expect(await Promise.all([read(), read()])).toEqual([[], []]);
    expect(await prepared()).toEqual([]);
    await store.transaction((transaction) => transaction.find('events', { where: { id: 1 } }));
    expect(await prepared()).toEqual([]);
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('preparedStatements to false'));
  });

  it('are no longer prepared once another process has prepared one of the same name on the session of a pooler', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    onTestFinished(() => warn.mockRestore());
    const first = await openOn('pooled_twice', { preparedStatements: true });
    const read = (store: Store) =>
      store.transaction((transaction) => transaction.find('endpointQueues', { where: { webhookId: 1 } }));
    await read(first.store);
    const [known] = await first.prepared();
    const second = await openOn('pooled_twice', { preparedStatements: true });
    await second.pool.query(`prepare ${known?.name} as select 1`);
    expect(await read(second.store)).toEqual([]);
    expect(warn).toHaveBeenCalledOnce();
  });

  it('are still prepared after a transaction whose failure has prevented a preparation', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    onTestFinished(() => warn.mockRestore());
    const { store, prepared } = await openOn('prevented', { preparedStatements: true, pipeline: true });
    await store.insert('leases', sampleRow('leases', 1));
    const read = (transaction: Pick<Store, 'find'>, webhookId: number) =>
      transaction.find('endpointQueues', { where: { webhookId } });
    const failing = store.transaction(async (transaction) => {
      const calls = [transaction.insert('leases', sampleRow('leases', 1)), read(transaction, 1), read(transaction, 2)];
      await Promise.allSettled(calls);
      await calls[2];
    });
    await expect(failing).rejects.toMatchObject({ name: 'StoreConflictError' });
    await store.transaction((transaction) => read(transaction, 1));
    const statements = (await prepared()).map(({ statement }) => statement);
    expect(statements).toContainEqual(expect.stringContaining('_endpoint_queues'));
    expect(warn).not.toHaveBeenCalled();
  });

  it.each([{ preparedStatements: false }, {}])(
    'are not prepared if it is unknown whether the pooler supports it: %j',
    async (options) => {
      const { store, prepared } = await openOn(`plain_${'preparedStatements' in options}`, options);
      await store.transaction((transaction) => transaction.find('endpointQueues', { where: { webhookId: 1 } }));
      expect(await prepared()).toEqual([]);
    },
  );
});
