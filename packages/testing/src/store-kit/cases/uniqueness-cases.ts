import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';
import { type NewRow, StoreConflictError, TABLES, type TableDeclaration, type TableName } from '@portcullis/core';
import { sampleRow, sampleRows } from '../sample-rows.ts';
import { type StoreCase, storeCase } from '../store-harness.ts';

interface Constraint {
  readonly table: TableName;
  readonly name: string;
  readonly columns: readonly string[];
}

/** Every key that the store does not assign itself, and every unique constraint. */
const CONSTRAINTS: readonly Constraint[] = (Object.keys(TABLES) as TableName[]).flatMap((table) => {
  const { key, unique = {} }: TableDeclaration = TABLES[table];
  const named = Object.entries(unique).map(([name, columns]) => ({ table, name, columns }));
  return key.includes('id') ? named : [{ table, name: 'key', columns: key }, ...named];
});

/** A row that equals the sample row of seed 1 in the given columns and in no other unique ones. */
function rival(table: TableName, columns: readonly string[]): NewRow<TableName> {
  const taken = Object.entries(sampleRow(table, 1)).filter(([column]) => columns.includes(column));
  return { ...sampleRow(table, 2), ...Object.fromEntries(taken) };
}

const isConflict = (table: string, constraint: string) => (error: unknown) => {
  ok(StoreConflictError.isInstance(error), `${error}`);
  deepStrictEqual([error.table, error.constraint], [table, constraint]);
  return true;
};

const constraintCases = CONSTRAINTS.map(({ table, name, columns }) =>
  storeCase(`names ${table}.${name} when a row violates it`, async ({ store }) => {
    await store.insert(table, sampleRow(table, 1));
    await rejects(store.insert(table, rival(table, columns) as never), isConflict(table, name));
    const inTransaction = store.transaction((open) => open.insert(table, rival(table, columns) as never));
    await rejects(inTransaction, isConflict(table, name));
    deepStrictEqual(await store.insertAbsent(table, [rival(table, columns) as never]), []);
    strictEqual(await store.count(table, {}), 1);
  }),
);

/** Keys, unique constraints and ids. */
export const UNIQUENESS_CASES: readonly StoreCase[] = [
  ...constraintCases,
  storeCase('names the constraint when an update violates it, and changes nothing', async ({ store }) => {
    await store.insertAbsent('events', sampleRows('events', [{}, {}, {}]));
    const before = await store.find('events');
    const breaking = store.update('events', { publicId: { in: ['publicId 2', 'publicId 3'] } }, { publicId: 'same' });
    await rejects(breaking, isConflict('events', 'onePublicId'));
    deepStrictEqual(await store.find('events'), before);
  }),
  storeCase('frees a unique value when its row is removed', async ({ store }) => {
    const { id } = await store.insert('events', sampleRow('events', 1));
    await store.update('events', { id }, { publicId: 'another' });
    await store.insert('events', sampleRow('events', 1, { idempotencyKey: null }));
    await store.remove('events', { id });
    await store.insert('events', sampleRow('events', 2, { publicId: 'another', idempotencyKey: 'idempotencyKey 1' }));
    strictEqual(await store.count('events', {}), 2);
  }),
  storeCase('never treats null as a duplicate of null', async ({ store }) => {
    const rows = sampleRows('events', [{ idempotencyKey: null }, { idempotencyKey: null }]);
    strictEqual((await store.insertAbsent('events', rows)).length, 2);
    await store.insert('events', sampleRow('events', 3, { idempotencyKey: null }));
  }),
  storeCase('adds only the absent rows and returns them in order', async ({ store }) => {
    await store.insertAbsent('events', sampleRows('events', [{}, {}]));
    const rows = [5, 2, 4, 1, 3, 5].map((seed) => sampleRow('events', seed));
    const added = await store.insertAbsent('events', rows);
    deepStrictEqual(
      added.map(({ publicId }) => publicId),
      ['publicId 5', 'publicId 4', 'publicId 3'],
    );
    deepStrictEqual(await store.find('events', { where: { id: { in: added.map(({ id }) => id) } } }), added);
    deepStrictEqual(await store.insertAbsent('events', rows), []);
    deepStrictEqual(await store.insertAbsent('events', []), []);
  }),
  storeCase('adds only the absent rows of a table without ids', async ({ store }) => {
    await store.insert('endpointQueues', { webhookId: 2, pending: 0, overflow: 0, recovering: 0, held: 0 });
    const added = await store.insertAbsent(
      'endpointQueues',
      [3, 2, 1, 3].map((webhookId) => ({ webhookId, pending: 7, overflow: 0, recovering: 0, held: 0 })),
    );
    deepStrictEqual(
      added,
      [3, 1].map((webhookId) => ({
        webhookId,
        nextDueAt: null,
        pending: 7,
        overflow: 0,
        recovering: 0,
        held: 0,
        discardThrough: null,
        discardBefore: null,
        rateMicros: null,
      })),
    );
    strictEqual(await store.count('endpointQueues', { pending: 7, overflow: 0, rateMicros: null }), 2);
  }),
  storeCase('adds many rows at once, with ascending ids in the given order', async ({ store }) => {
    const rows = Array.from({ length: 1_237 }, (_each, index) => sampleRow('attempts', index));
    const added = await store.insertAbsent('attempts', rows);
    deepStrictEqual(
      added.map(({ number }) => number),
      rows.map(({ number }) => number),
    );
    const ids = added.map(({ id }) => id);
    deepStrictEqual(
      ids,
      ids.toSorted((left, right) => left - right),
    );
    deepStrictEqual(await store.find('attempts'), added);
  }),
  storeCase('adds rows that are equal, and rows that differ in one column', async ({ store }) => {
    const equal = sampleRow('attempts', 7, { parentId: null });
    const changes: readonly Partial<typeof equal>[] = [
      { parentId: 5 },
      { details: null },
      { response: null },
      { succeeded: true },
      { kind: 'another' },
      { endedAt: null },
    ];
    for (const rows of [[equal, equal], ...changes.map((change) => [equal, { ...equal, ...change }, equal])]) {
      const added = await store.insertAbsent('attempts', rows);
      deepStrictEqual(
        added.map(({ id: _id, ...row }) => row),
        rows,
      );
      deepStrictEqual(await store.find('attempts', { where: { id: { in: added.map(({ id }) => id) } } }), added);
    }
  }),
  storeCase('assigns ascending ids, each of them once', async ({ store }) => {
    const first = await store.insert('events', sampleRow('events', 1));
    const second = await store.insert('events', sampleRow('events', 2));
    await store.remove('events', { id: second.id });
    const third = await store.insert('events', sampleRow('events', 3));
    ok(first.id > 0 && first.id < second.id && second.id < third.id, `${first.id}, ${second.id}, ${third.id}`);
  }),
];
