import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';
import { StoreError, TABLES, type TableName } from '@portcullis/core';
import { sampleRow, sampleRows } from '../sample-rows.ts';
import { type StoreCase, storeCase } from '../store-harness.ts';

const isClosed = (error: unknown) => {
  ok(StoreError.isInstance(error), `${error}`);
  strictEqual(error.code, 'STORE_CLOSED');
  return true;
};

const isInvalid = (error: unknown) => {
  ok(StoreError.isInstance(error), `${error}`);
  strictEqual(error.code, 'STORE_INPUT_INVALID');
  return true;
};

/** Open, close, reopen, and invalid calls. */
export const LIFETIME_CASES: readonly StoreCase[] = [
  storeCase('can be opened again while it is open', async ({ store, other }) => {
    await store.insert('leases', sampleRow('leases', 1));
    await Promise.all([store.open(), other.open()]);
    strictEqual(await other.count('leases', {}), 1);
  }),
  storeCase('closes after running operations have ended, and accepts no new ones', async ({ store }) => {
    const order: string[] = [];
    let proceed = () => {};
    const gate = new Promise<void>((resolve) => {
      proceed = resolve;
    });
    const running = store.transaction(async (open) => {
      await gate;
      await open.insert('leases', sampleRow('leases', 1));
      await open.find('leases');
      order.push('work');
    });
    const closing = store.close().then(() => order.push('closed'));
    await rejects(store.insert('leases', sampleRow('leases', 2)), isClosed);
    await rejects(store.find('leases'), isClosed);
    proceed();
    await Promise.all([running, closing]);
    deepStrictEqual(order, ['work', 'closed']);
    await store.close();
    await rejects(
      store.transaction(async () => undefined),
      isClosed,
    );
  }),
  storeCase(
    'has all data after it is reopened',
    async ({ store, reopen }) => {
      for (const table of Object.keys(TABLES) as TableName[])
        await store.insertAbsent(table, sampleRows(table, [{}, {}]));
      const { id } = await store.insert('events', sampleRow('events', 3));
      await store.remove('events', { id });
      const before = new Map<TableName, unknown>();
      for (const table of Object.keys(TABLES) as TableName[]) before.set(table, await store.find(table));
      const again = await reopen();
      for (const [table, rows] of before) deepStrictEqual(await again.find(table), rows);
      const next = await again.insert('events', sampleRow('events', 4));
      ok(next.id > id, 'an id was assigned twice');
    },
    'createAgain',
  ),
  storeCase('rejects undefined conditions', async ({ store }) => {
    await store.insert('leases', sampleRow('leases', 1));
    await rejects(store.remove('leases', { name: undefined }), isInvalid);
    await rejects(store.update('leases', { until: { lt: undefined } }, { owner: 'x' }), isInvalid);
    await rejects(store.find('leases', { where: { name: {} } }), isInvalid);
    strictEqual(await store.count('leases', {}), 1);
  }),
  storeCase('rejects unknown columns and values that a column cannot hold', async ({ store }) => {
    const row = sampleRow('leases', 1);
    const calls = [
      () => store.insert('leases', { ...row, extra: 1 } as never),
      () => store.insert('leases', { ...row, until: 1.5 }),
      () => store.insert('leases', { ...row, until: Number.MAX_SAFE_INTEGER + 1 }),
      () => store.insert('leases', { ...row, owner: null } as never),
      () => store.insert('leases', { name: 'a', owner: 'b' } as never),
      () => store.insert('events', { ...sampleRow('events', 1), id: 1 } as never),
      () => store.insertAbsent('leases', [row, { ...row, owner: 7 } as never]),
      () => store.update('leases', {}, { name: 'the key' }),
      () => store.update('leases', {}, { owner: { increment: 1 } } as never),
      () => store.find('leases', { where: { name: 5 } as never }),
      () => store.find('leases', { where: { 'name" or 1=1': 'a' } as never }),
      () => store.find('meta', { where: { value: 'a' } }),
      () => store.find('leases', { orderBy: [['nothing', 'asc']] as never }),
      () => store.find('leases', { limit: -1 }),
      () => store.find('nothing' as never),
    ];
    for (const call of calls) await rejects(call, isInvalid, call.toString());
    strictEqual(await store.count('leases', {}), 0);
  }),
];
