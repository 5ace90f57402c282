import { deepStrictEqual, rejects, strictEqual } from 'node:assert/strict';
import { ALL_TENANTS, DEFAULT_TENANT, TABLES, type TableName, type TenantStore } from '@portcullis/core/ports';
import { sampleRow } from '../sample-rows.ts';
import { type StoreCase, storeCase } from '../store-harness.ts';

const TABLE_NAMES = Object.keys(TABLES) as TableName[];

/** Ids that an inexact comparison treats as equal. */
const SIMILAR_TENANTS = ['acme', 'Acme', 'acme ', ' acme', 'acme%', 'ac_e', 'a\u0301', '\u00e1', DEFAULT_TENANT];

const isInvalid = { code: 'STORE_INPUT_INVALID' };

/** Calls every operation with rows that belong to another tenant. */
async function touchAll(store: TenantStore, table: TableName, known: Readonly<Record<string, unknown>>): Promise<void> {
  const key = TABLES[table].key.filter((column) => column !== 'tenant');
  const byKey = Object.fromEntries(key.map((column) => [column, known[column]]));
  const wheres = [{}, byKey, [{}, byKey], [byKey, byKey]] as never[];
  const patched = Object.keys(TABLES[table].columns).find((column) => column !== 'tenant' && !key.includes(column));
  for (const where of wheres) {
    deepStrictEqual(await store.find(table, { where }), []);
    strictEqual(await store.count(table, where), 0);
    if (patched) strictEqual(await store.update(table, where, { [patched]: known[patched] } as never), 0);
    strictEqual(await store.update(table, where, {}), 0);
    strictEqual(await store.remove(table, where), 0);
  }
  deepStrictEqual(await store.find(table), []);
  deepStrictEqual(await store.find(table, { lock: 'update' }), []);
}

const isolationCases = TABLE_NAMES.map((table) =>
  storeCase(`keeps rows of ${table} from other tenants, inside and outside a transaction`, async ({ store, other }) => {
    const row = await store.scoped('owner').insert(table, sampleRow(table, 1));
    for (const tenant of [DEFAULT_TENANT, 'Owner', 'somewhere']) {
      const foreign = other.scoped(tenant);
      await touchAll(foreign, table, row);
      await foreign.transaction((open) => touchAll({ ...foreign, ...open }, table, row));
    }
    await touchAll(other, table, row);
    deepStrictEqual(await store.scoped('owner').find(table), [row]);
  }),
);

/** The isolation of tenants. */
export const TENANT_CASES: readonly StoreCase[] = [
  ...isolationCases,
  storeCase('compares ids of tenants exactly', async ({ store }) => {
    for (const tenant of SIMILAR_TENANTS)
      await store.scoped(tenant).insert('settings', { name: 'a', value: tenant, updatedAt: 1 });
    for (const tenant of SIMILAR_TENANTS) {
      const rows = await store.scoped(tenant).find('settings');
      deepStrictEqual(
        rows.map(({ value }) => value),
        [tenant],
      );
    }
  }),
  storeCase(
    'accepts the same keys and idempotency keys in several tenants, but a public id only once',
    async ({ store }) => {
      await store.scoped('one').insert('events', sampleRow('events', 1));
      const same = { idempotencyKey: 'idempotencyKey 1' };
      await store.scoped('two').insert('events', sampleRow('events', 2, same));
      const second = { idempotencyKey: 'idempotencyKey 2' };
      deepStrictEqual(await store.scoped('two').insertAbsent('events', [sampleRow('events', 1, second)]), []);
      await rejects(store.scoped('two').insert('events', sampleRow('events', 1, second)), {
        code: 'STORE_CONFLICT',
      });
    },
  ),
  storeCase('refuses a tenant in rows, conditions and patches of one tenant', async ({ store }) => {
    const lease = { ...sampleRow('leases', 1), tenant: 'other' };
    const scoped = store.scoped('one');
    await rejects(scoped.insert('leases', lease), isInvalid);
    await rejects(scoped.insertAbsent('leases', [lease]), isInvalid);
    await rejects(scoped.find('leases', { where: { tenant: 'other' } as never }), isInvalid);
    await rejects(scoped.count('leases', { tenant: 'other' } as never), isInvalid);
    await rejects(scoped.update('leases', {}, { tenant: 'other' } as never), isInvalid);
    await rejects(scoped.remove('leases', { tenant: 'one' } as never), isInvalid);
    await rejects(store.allTenants.update('leases', {}, { tenant: 'other' } as never), isInvalid);
    strictEqual(await store.allTenants.count('leases', {}), 0);
  }),
  storeCase('shows, changes and removes the rows of all tenants, each with its tenant', async ({ store }) => {
    await store.insert('leases', sampleRow('leases', 1));
    await store.scoped('one').insert('leases', sampleRow('leases', 1));
    const added = await store.allTenants.insertOwned('leases', [
      { tenant: 'one', ...sampleRow('leases', 1) },
      { tenant: 'two', ...sampleRow('leases', 1) },
    ]);
    deepStrictEqual(added, [{ tenant: 'two', ...sampleRow('leases', 1) }]);
    const all = await store.allTenants.find('leases', { orderBy: [['tenant', 'desc']] });
    deepStrictEqual(
      all.map(({ tenant }) => tenant),
      ['two', 'one', DEFAULT_TENANT],
    );
    strictEqual(await store.allTenants.update('leases', { tenant: { in: ['one', 'two'] } }, { owner: 'x' }), 2);
    strictEqual(await store.allTenants.remove('leases', { owner: 'x' }), 2);
    strictEqual(await store.count('leases', {}), 1);
  }),
  storeCase('shares one transaction between one tenant and all tenants', async ({ store }) => {
    const failing = store.scoped('one').transaction(async (open) => {
      await open.insert('leases', sampleRow('leases', 1));
      const all = open[ALL_TENANTS];
      strictEqual(await all.count('leases', { tenant: 'one' }), 1);
      await all.scoped('two').insert('leases', sampleRow('leases', 1));
      throw new Error('roll back');
    });
    await rejects(failing, /roll back/);
    strictEqual(await store.allTenants.count('leases', {}), 0);
    await store.allTenants.transaction(async (open) => {
      await open.scoped('one').insert('leases', sampleRow('leases', 1));
      strictEqual(await open.scoped('two').count('leases', {}), 0);
    });
    strictEqual(await store.scoped('one').count('leases', {}), 1);
  }),
];
