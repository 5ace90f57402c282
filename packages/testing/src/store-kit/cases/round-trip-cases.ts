import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { type Json, type Row, TABLES, type TableName, type TenantStore } from '@portcullis/core';
import { sampleRow, sampleRows } from '../sample-rows.ts';
import { type StoreCase, storeCase } from '../store-harness.ts';

const TEXTS = [
  '',
  ' ',
  "it's; drop table x --",
  '"quoted" \\ {a,b} %_',
  'line\nbreak\r\n\ttab',
  'čšž 中文 👩‍👩‍👧 𝒳',
  'null',
];
const NUMBERS = [0, -1, 1, 2 ** 31, -(2 ** 31), 2 ** 53 - 1, -(2 ** 53 - 1)];
const JSON_VALUES: readonly Json[] = [
  null,
  true,
  0,
  -0.5,
  1e300,
  Number.MAX_SAFE_INTEGER,
  '',
  '12',
  'null',
  'a\u0000b \ud83d \u2028 😀',
  [],
  {},
  [[], {}, [null]],
  { b: 1, a: { '': 'empty name', 'ä "\\': [1, 'x', null, false] }, z: [], '10': 0 },
];

/** Asserts that a stored row equals the inserted one, with null for omitted columns. */
async function expectStored<Table extends TableName>(
  store: TenantStore,
  table: Table,
  inserted: Row<Table>,
  expected: unknown,
) {
  deepStrictEqual(inserted, expected);
  const found = await store.find(table);
  deepStrictEqual(found.at(-1), expected);
}

const tableCases = (Object.keys(TABLES) as TableName[]).map((table) =>
  storeCase(`stores rows of ${table}, with all values and with every null`, async ({ store }) => {
    const columns = Object.entries(TABLES[table].columns).filter(([column]) => column !== 'tenant');
    // In the table of tenants, each tenant has only one row.
    const [first, second] = [store.scoped('first'), store.scoped(table === 'tenants' ? 'second' : 'first')];
    const full = await first.insert(table, sampleRow(table, 1));
    await expectStored(first, table, full, { ...('id' in full && { id: full.id }), ...sampleRow(table, 1) });

    const nullable = columns.filter(([, type]) => type.endsWith('?')).map(([column]) => column);
    const sparse = Object.entries(sampleRow(table, 2)).filter(([column]) => !nullable.includes(column));
    const inserted = await second.insert(table, Object.fromEntries(sparse) as never);
    const nulls = Object.fromEntries(nullable.map((column) => [column, null]));
    await expectStored(second, table, inserted, { ...inserted, ...Object.fromEntries(sparse), ...nulls });
    deepStrictEqual(Object.keys(inserted).toSorted(), columns.map(([column]) => column).toSorted());
  }),
);

/** Every type of column preserves its values. */
export const ROUND_TRIP_CASES: readonly StoreCase[] = [
  ...tableCases,
  storeCase('stores any text, in columns and in keys', async ({ store }) => {
    await store.insertAbsent(
      'leases',
      TEXTS.map((text, seed) => sampleRow('leases', seed, { name: text, owner: text })),
    );
    for (const text of TEXTS) {
      const [row] = await store.find('leases', { where: { name: text, owner: text } });
      deepStrictEqual([row?.name, row?.owner], [text, text]);
    }
  }),
  storeCase('stores integers up to the largest safe integer', async ({ store }) => {
    const rows = NUMBERS.map((number) => ({
      webhookId: number,
      nextDueAt: number,
      pending: number,
      overflow: 0,
      recovering: 0,
      held: 0,
      discardThrough: null,
      discardBefore: null,
      rateMicros: null,
    }));
    await store.insertAbsent('endpointQueues', rows);
    for (const row of rows) deepStrictEqual(await store.find('endpointQueues', { where: row }), [row]);
  }),
  storeCase('stores any JSON, with its names in order', async ({ store }) => {
    for (const [index, value] of JSON_VALUES.entries()) {
      const inserted = await store.insert('meta', { name: `${index}`, value });
      const [found] = await store.find('meta', { where: { name: `${index}` } });
      deepStrictEqual(inserted, { name: `${index}`, value });
      strictEqual(JSON.stringify(found?.value), JSON.stringify(value));
    }
  }),
  storeCase('stores only values that JSON can express in a JSON column', async ({ store }) => {
    const inserted = await store.insert('meta', { name: 'a', value: { gone: undefined, at: new Date(0), kept: 1 } });
    deepStrictEqual(inserted.value, { at: '1970-01-01T00:00:00.000Z', kept: 1 });
    deepStrictEqual(await store.find('meta'), [inserted]);
  }),
  storeCase('stores null in a nullable JSON column', async ({ store }) => {
    const { id } = await store.insert('operations', sampleRow('operations', 1, { plan: null, error: { a: null } }));
    const [found] = await store.find('operations', { where: { id } });
    deepStrictEqual([found?.plan, found?.error], [null, { a: null }]);
    await store.update('operations', { id }, { plan: [1], error: null });
    const [changed] = await store.find('operations', { where: { id } });
    deepStrictEqual([changed?.plan, changed?.error], [[1], null]);
  }),
  storeCase('stores bytes of every value, and empty byte arrays', async ({ store }) => {
    const all = Uint8Array.from({ length: 256 }, (_each, index) => index);
    for (const sealed of [all, new Uint8Array(), Buffer.from('part of a pool'), all.subarray(10, 20)]) {
      const { id } = await store.insert('secrets', sampleRow('secrets', 1, { sealed }));
      const [found] = await store.find('secrets', { where: { id } });
      ok(found?.sealed instanceof Uint8Array);
      deepStrictEqual([...found.sealed], [...sealed]);
      strictEqual(Object.getPrototypeOf(found.sealed), Uint8Array.prototype);
    }
  }),
  storeCase('stores a copy: later changes of the given object have no effect', async ({ store }) => {
    const row = sampleRow('secrets', 1, { name: 'given', sealed: Uint8Array.of(1) });
    const value = { list: [1] };
    const inserted = await store.insert('meta', { name: 'a', value });
    await store.insert('secrets', row);
    value.list.push(2);
    row.sealed[0] = 9;
    Object.assign(row, { name: 'changed' });
    inserted.value.list.push(3);
    (await store.find('meta'))[0]?.value.list.push(4);
    (await store.find('secrets'))[0]?.sealed.fill(7);
    deepStrictEqual(await store.find('meta'), [{ name: 'a', value: { list: [1] } }]);
    const [secret] = await store.find('secrets');
    deepStrictEqual([secret?.name, secret?.sealed], ['given', Uint8Array.of(1)]);
  }),
  storeCase('updates columns of every type', async ({ store }) => {
    const { id } = await store.insert('events', sampleRow('events', 1));
    const changes = sampleRow('events', 2, { actionBy: null });
    strictEqual(await store.update('events', { id }, changes), 1);
    deepStrictEqual(await store.find('events'), [{ id, ...changes }]);
  }),
  storeCase('leaves columns unchanged that an update does not name', async ({ store }) => {
    const row = await store.insert('leases', sampleRow('leases', 1));
    strictEqual(await store.update('leases', { name: row.name }, { owner: undefined }), 1);
    strictEqual(await store.update('leases', { name: 'unknown' }, {}), 0);
    deepStrictEqual(await store.find('leases'), [row]);
  }),
  storeCase('increments numbers in place', async ({ store }) => {
    await store.insertAbsent(
      'endpointQueues',
      sampleRows('endpointQueues', [
        { pending: 5, overflow: 0 },
        { pending: -5, nextDueAt: null },
      ]),
    );
    const increment = { pending: { increment: 3 }, nextDueAt: { increment: -1 } };
    strictEqual(await store.update('endpointQueues', { webhookId: { in: [1, 2] } }, increment), 2);
    const endpointQueues = await store.find('endpointQueues');
    deepStrictEqual(
      endpointQueues.map(({ pending }) => pending),
      [8, -2],
    );
    deepStrictEqual(
      endpointQueues.map(({ nextDueAt }) => nextDueAt),
      [(sampleRow('endpointQueues', 1).nextDueAt ?? 0) - 1, null],
    );
  }),
];
