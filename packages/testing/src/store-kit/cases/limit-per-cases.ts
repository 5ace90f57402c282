import { deepStrictEqual, rejects, strictEqual } from 'node:assert/strict';
import { DEFAULT_TENANT, type Query, type Store, type TenantStore } from '@portcullis/core/ports';
import { sampleRows } from '../sample-rows.ts';
import { type StoreCase, storeCase } from '../store-harness.ts';

/** Deliveries of three webhooks, and the order in which they are due. */
const DELIVERIES = sampleRows('deliveries', [
  { webhookId: 1, status: 'pending', dueAt: 30 },
  { webhookId: 1, status: 'pending', dueAt: 10 },
  { webhookId: 2, status: 'pending', dueAt: 10 },
  { webhookId: 1, status: 'pending', dueAt: 10 },
  { webhookId: 2, status: 'pending', dueAt: 5 },
  { webhookId: 2, status: 'leased', dueAt: 1 },
  { webhookId: 3, status: 'pending', dueAt: 1 },
  { webhookId: 1, status: 'pending', dueAt: 20 },
]);

/** Returns the oldest pending deliveries of each webhook, as the positions of their rows. */
async function oldest(
  store: Pick<TenantStore, 'find'>,
  webhookIds: readonly number[],
  query: Omit<Query<'deliveries'>, 'where' | 'limitPer'> = { limit: 2 },
): Promise<readonly (readonly number[])[]> {
  const all = await store.find('deliveries', { orderBy: [['id', 'asc']] });
  const positionOf = new Map(all.map(({ id }, index) => [id, index]));
  const rows = await store.find('deliveries', {
    where: { webhookId: { in: webhookIds }, status: 'pending' },
    orderBy: [['dueAt', 'asc']],
    ...query,
    limitPer: 'webhookId',
  });
  return webhookIds.map((id) =>
    rows.filter(({ webhookId }) => webhookId === id).map((row) => positionOf.get(row.id) ?? -1),
  );
}

async function filled(store: Store): Promise<Store> {
  await store.insertAbsent('deliveries', DELIVERIES);
  return store;
}

/** Queries with a limit for each value of a column. */
export const LIMIT_PER_CASES: readonly StoreCase[] = [
  storeCase('reads up to a limit for each value, in the order of the query and then by key', async ({ store }) => {
    deepStrictEqual(await oldest(await filled(store), [1, 2]), [
      [1, 3],
      [4, 2],
    ]);
  }),
  storeCase('reads up to a limit for each value in descending order', async ({ store }) => {
    const orderBy = [['dueAt', 'desc']] as const;
    deepStrictEqual(await oldest(await filled(store), [2, 1], { limit: 2, orderBy }), [
      [2, 4],
      [0, 7],
    ]);
  }),
  storeCase('reads no more for a value without rows, and nothing of values that are not listed', async ({ store }) => {
    deepStrictEqual(await oldest(await filled(store), [9, 3], { limit: 5 }), [[], [6]]);
    strictEqual((await oldest(store, [1, 9], { limit: 3 })).flat().length, 3);
  }),
  storeCase('reads nothing with a limit of 0 for each value, or for an empty list', async ({ store }) => {
    deepStrictEqual(await oldest(await filled(store), [1, 2], { limit: 0 }), [[], []]);
    deepStrictEqual(await oldest(store, []), []);
  }),
  storeCase('reads up to a limit for each of many values', async ({ store }) => {
    const many = Array.from({ length: 500 }, (_each, index) => index);
    const rows = many.flatMap((webhookId) => [
      { webhookId, status: 'pending' },
      { webhookId, status: 'pending' },
    ]);
    await store.insertAbsent('deliveries', sampleRows('deliveries', rows));
    const found = await oldest(store, many, { limit: 1 });
    deepStrictEqual(
      found,
      many.map((index) => [2 * index]),
    );
  }),
  storeCase('reads up to a limit for each text', async ({ store }) => {
    const names = ['a', 'A', "it's", 'é', ''];
    const rows = names.flatMap((kind) => [{ kind }, { kind }]);
    await store.insertAbsent('operations', sampleRows('operations', rows));
    const found = await store.find('operations', { where: { kind: { in: names } }, limit: 1, limitPer: 'kind' });
    deepStrictEqual(found.map(({ kind }) => kind).toSorted(), names.toSorted());
  }),
  storeCase('reads whole rows with a limit for each value', async ({ store }) => {
    await filled(store);
    const query = { where: { webhookId: { in: [3] } }, limit: 1 } as const;
    deepStrictEqual(
      await store.find('deliveries', { ...query, limitPer: 'webhookId' }),
      await store.find('deliveries', query),
    );
  }),
  storeCase('reads up to a limit for each value inside a transaction, with its own changes', async ({ store }) => {
    await filled(store);
    await store.transaction(async (open) => {
      await open.update('deliveries', { webhookId: 1, dueAt: 20 }, { dueAt: 0 });
      deepStrictEqual(await oldest(open, [1, 2], { limit: 2, lock: 'update' }), [
        [7, 1],
        [4, 2],
      ]);
    });
  }),
  storeCase('applies a limit for each value to the rows of one tenant, or of all', async ({ store }) => {
    for (const [index, tenant] of ['one', 'two'].entries()) {
      const rows = [10, 20].map((dueAt) => ({ webhookId: 1, status: 'pending', dueAt, eventId: 100 * index + dueAt }));
      await store.scoped(tenant).insertAbsent('deliveries', sampleRows('deliveries', rows));
    }
    const where = { webhookId: { in: [1] }, status: 'pending' };
    const query = { where, orderBy: [['dueAt', 'desc']], limit: 3, limitPer: 'webhookId' } as const;
    const found = await store.allTenants.find('deliveries', query);
    deepStrictEqual(
      found.map(({ tenant, dueAt }) => [tenant, dueAt]),
      [
        ['one', 20],
        ['two', 20],
        ['one', 10],
      ],
    );
    deepStrictEqual(await oldest(store.scoped('two'), [1]), [[0, 1]]);
    deepStrictEqual(await oldest(store.scoped(DEFAULT_TENANT), [1]), [[]]);
  }),
  storeCase('skips locked rows in a query with a limit for each value', async ({ store, other }) => {
    await filled(store);
    const lock = 'skip-locked' as const;
    await store.transaction(async (open) => {
      const taken = await oldest(open, [1, 2], { limit: 1, lock });
      deepStrictEqual(taken, [[1], [4]]);
      if (other !== store && store.shared) {
        const free = other.transaction((second) => oldest(second, [1, 2], { limit: 1, lock }));
        deepStrictEqual(await free, [[3], [2]]);
      }
    });
  }),
  storeCase('refuses a limit for each value without a list, a limit or one match', async ({ store }) => {
    const isInvalid = { code: 'STORE_INPUT_INVALID' };
    const where = { webhookId: { in: [1] } };
    const queries: readonly Query<'deliveries'>[] = [
      { where },
      { where, limit: 1, offset: 1 },
      { where: { webhookId: 1 }, limit: 1 },
      { where: { webhookId: { in: [1, null as never] } }, limit: 1 },
      { where: [where, { status: 'pending' }], limit: 1 },
      { limit: 1 },
    ];
    for (const query of queries) {
      await rejects(store.find('deliveries', { ...query, limitPer: 'webhookId' }), isInvalid);
    }
  }),
];
