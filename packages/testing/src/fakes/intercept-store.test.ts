import { createMemoryStore } from '@portcullis/core';
import { expect, it } from 'vitest';
import { sampleRow } from '../store-kit/sample-rows.ts';
import { interceptStore } from './intercept-store.ts';

/** Creates a store whose calls are recorded as `operation table`, with a star inside a transaction. */
async function setUp() {
  const calls: string[] = [];
  const store = interceptStore(createMemoryStore(), {
    call({ operation, table, transaction }, proceed) {
      calls.push(`${operation} ${table}${transaction ? '*' : ''}`);
      return proceed();
    },
    async transaction(open, proceed) {
      open.afterCommit(() => calls.push('committed'));
      const result = await proceed();
      calls.push('written');
      return result;
    },
  });
  await store.open();
  return { store, calls };
}

it('calls for the default tenant, for another and for all are seen', async () => {
  const { store, calls } = await setUp();
  await store.insert('leases', sampleRow('leases', 1));
  await store.scoped('a').insertAbsent('leases', [sampleRow('leases', 1)]);
  await store.allTenants.insertOwned('leases', [{ tenant: 'b', ...sampleRow('leases', 1) }]);
  await store.scoped('a').update('leases', {}, { owner: 'x' });
  expect(await store.allTenants.count('leases', {})).toBe(3);
  expect(calls).toEqual(['insert leases', 'insert leases', 'insert leases', 'update leases', 'count leases']);
});

it('calls in transactions are seen, also if a transaction of all tenants narrows to one', async () => {
  const { store, calls } = await setUp();
  await store.scoped('a').transaction((open) => open.insert('leases', sampleRow('leases', 1)));
  await store.allTenants.transaction(async (open) => {
    await open.find('leases');
    await open.scoped('a').remove('leases', {});
  });
  expect(calls).toEqual([
    'insert leases*',
    'written',
    'committed',
    'find leases*',
    'remove leases*',
    'written',
    'committed',
  ]);
});

it('a call that does not proceed has no effect', async () => {
  const inner = createMemoryStore();
  const store = interceptStore(inner, { call: () => Promise.reject(new Error('no')) });
  await expect(store.scoped('a').insert('leases', sampleRow('leases', 1))).rejects.toThrow('no');
  expect(await inner.allTenants.count('leases', {})).toBe(0);
});
