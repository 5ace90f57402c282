import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';
import {
  greatestOwnId,
  idRangeOf,
  type OwnedRow,
  type Store,
  StoreConflictError,
  TABLES,
  type TableName,
} from '@portcullis/core/ports';
import { sampleRow } from '../sample-rows.ts';
import { type StoreCase, storeCase } from '../store-harness.ts';

const TABLE_NAMES = Object.keys(TABLES) as TableName[];
const TABLES_WITH_ID = TABLE_NAMES.filter((table) => 'id' in TABLES[table].columns);

/** Returns a complete row of any table, with an id if the table has one. */
function wholeRow(table: TableName, seed: number, id: number): OwnedRow<TableName> {
  const row = { tenant: 'acme', ...('id' in TABLES[table].columns && { id }), ...sampleRow(table, seed) };
  return row as unknown as OwnedRow<TableName>;
}

/** Returns an id that another store has assigned: the stores of two cells never assign the same id. */
const foreignId = ({ cell = 0 }: Store) => idRangeOf(cell + 5).after + 7;

/** Inserts a row and returns its id. */
async function giveId(store: Pick<Store, 'insert'>, table: TableName, seed: number): Promise<number> {
  const { id } = (await store.insert(table, sampleRow(table, seed))) as unknown as { readonly id: number };
  return id;
}

const tableCases = TABLE_NAMES.map((table) =>
  storeCase(`restores complete rows of ${table} unchanged`, async ({ store, other }) => {
    const row = wholeRow(table, 1, foreignId(store));
    await store.allTenants.restore(table, [row] as never);
    deepStrictEqual(await other.allTenants.find(table), [row]);
    await rejects(store.allTenants.restore(table, [row] as never), (error) => {
      ok(StoreConflictError.isInstance(error), `${error}`);
      return true;
    });
    deepStrictEqual(await other.allTenants.find(table), [row]);
  }),
);

const idCases = TABLES_WITH_ID.map((table) =>
  storeCase(`assigns ids of its own range in ${table} after it has restored others`, async ({ store, other }) => {
    const { after, through } = idRangeOf(store.cell);
    const isOwn = (id: number) => id > after && id <= through;
    const first = await giveId(store, table, 1);
    ok(isOwn(first), `${first}`);
    await store.allTenants.restore(table, [wholeRow(table, 2, foreignId(store))] as never);
    const second = await giveId(other, table, 3);
    ok(isOwn(second) && second > first, `${first}, ${second}`);
    // An id of its own range that it has not assigned yet, as in a copy of a database.
    const returned = second + 10;
    await store.allTenants.transaction((open) => open.restore(table, [wholeRow(table, 4, returned)] as never));
    const [third] = (await other.insertAbsent(table, [sampleRow(table, 5)])) as unknown as { readonly id: number }[];
    ok(third && isOwn(third.id) && third.id > returned, `${returned}, ${third?.id}`);
    strictEqual(greatestOwnId([third], { after, through }), third.id);
  }),
);

/** Rows with ids that another store has assigned; ids stay unique. */
export const RESTORE_CASES: readonly StoreCase[] = [
  ...tableCases,
  ...idCases,
  storeCase('restores all rows of a call or none', async ({ store }) => {
    const from = foreignId(store);
    const rows = Array.from({ length: 137 }, (_, index) => ({
      tenant: 'acme',
      id: from + index,
      ...sampleRow('events', index),
    })) as OwnedRow<'events'>[];
    await store.scoped('other').insert('events', sampleRow('events', 136, { idempotencyKey: null }));
    const error = { code: 'STORE_CONFLICT', constraint: 'onePublicId' };
    await rejects(store.allTenants.restore('events', rows), error);
    strictEqual(await store.scoped('acme').count('events', {}), 0);
    await store.allTenants.restore('events', rows.slice(0, -1));
    strictEqual(await store.scoped('acme').count('events', {}), 136);
    await store.allTenants.restore('events', []);
    const taken = { ...rows[136], id: from, publicId: 'free', idempotencyKey: null } as OwnedRow<'events'>;
    await rejects(store.allTenants.restore('events', [taken]), { code: 'STORE_CONFLICT', constraint: 'key' });
  }),
  storeCase('removes restored rows if their transaction rolls back', async ({ store }) => {
    const { after, through } = idRangeOf(store.cell);
    const failing = store.allTenants.transaction(async (open) => {
      await open.restore('events', [wholeRow('events', 1, foreignId(store)) as OwnedRow<'events'>]);
      throw new Error('roll back');
    });
    await rejects(failing, /roll back/);
    strictEqual(await store.allTenants.count('events', {}), 0);
    const { id } = await store.insert('events', sampleRow('events', 1));
    ok(id > after && id <= through, `${id}`);
  }),
  storeCase('refuses to restore a row with a missing id or column', async ({ store }) => {
    const isInvalid = { code: 'STORE_INPUT_INVALID' };
    await rejects(store.allTenants.restore('events', [{ tenant: 'a', ...sampleRow('events', 1) }] as never), isInvalid);
    const { kind: _without, ...row } = { tenant: 'a', id: 1, ...sampleRow('events', 1) };
    await rejects(store.allTenants.restore('events', [row] as never), isInvalid);
    strictEqual(await store.allTenants.count('events', {}), 0);
  }),
];
