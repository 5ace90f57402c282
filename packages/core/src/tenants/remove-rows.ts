import type { AllTenantsStore, RowOperations, StoreTransaction } from '../ports/store/store.ts';
import { type OwnedRow, TABLES, type TableName } from '../ports/store/tables.ts';
import { REMOVAL_PLAN, type RemovalBranch } from './removal-plan.ts';

/** Rows by table. */
export type RowCounts = Readonly<Record<TableName, number>>;

/** A row of any table. */
type AnyRow = Readonly<Record<string, unknown>>;
/** A match of any table. */
type AnyMatch = Readonly<Record<string, unknown>>;

/** Maximum number of rows in one transaction, because a large one would delay other tenants. */
const SLICE = 200;

const NAMES = Object.keys(TABLES) as readonly TableName[];

/** No row in any table. */
export const NO_ROWS = Object.freeze(Object.fromEntries(NAMES.map((name) => [name, 0]))) as RowCounts;

/** A tenant that is being removed. */
export type RemovedTenant = Pick<OwnedRow<'tenants'>, 'tenant' | 'version'>;

/**
 * Removes every row of a tenant except that of the tenant itself, in slices. After a failure, another call continues. Each slice
 * locks the row of the tenant and ends the removal if it is another one's by now: a concurrent call may have completed the removal,
 * and the tenant may have been imported again, with the same ids.
 *
 * @returns the number of rows of each table that this call has removed.
 * @throws the reason of the signal, when that is aborted.
 */
export async function removeRows(
  store: AllTenantsStore,
  { tenant, version }: RemovedTenant,
  signal: AbortSignal,
): Promise<RowCounts> {
  const own = { tenant, version, state: 'removing' };
  let isOurs = true;
  const removed: Record<string, number> = { ...NO_ROWS };

  const inSlices = async ({ table, keeps = false, children = [] }: RemovalBranch, where: AnyMatch): Promise<void> => {
    for (let after: unknown; isOurs; ) {
      signal.throwIfAborted();
      const page = await read(
        store,
        tenant,
        table,
        keeps && after !== undefined ? { ...where, id: { gt: after } } : where,
      );
      const ids = page.map(({ id }) => Number(id));
      for (const child of ids.length > 0 ? children : []) {
        const { by = '', value } = child;
        await inSlices(child, { [by]: { in: value ? ids.map(value) : ids } });
      }
      if (!keeps && page.length > 0) {
        const count = await store.transaction(async (all) => {
          isOurs = (await all.find('tenants', { where: own, lock: 'update' })).length > 0;
          return isOurs ? removePage(all.scoped(tenant), table, page) : 0;
        });
        removed[table] = (removed[table] ?? 0) + count;
      }
      if (page.length < SLICE) return;
      after = ids.at(-1);
    }
  };

  // Rows that an earlier request has written in between are removed in the next round.
  do {
    for (const branch of REMOVAL_PLAN) await inSlices(branch, {});
    for (const table of NAMES.filter((name) => name !== 'tenants')) await inSlices({ table }, {});
  } while (isOurs && !isEmpty(await countRows(store, tenant)));
  return removed as RowCounts;
}

/** Counts the rows of a tenant in each table. */
export async function countRows(store: AllTenantsStore, tenant: string): Promise<RowCounts> {
  const counts: [TableName, number][] = [];
  for (const table of NAMES) counts.push([table, await store.count(table, { tenant })]);
  return Object.fromEntries(counts) as RowCounts;
}

function isEmpty(counts: RowCounts): boolean {
  return NAMES.every((table) => table === 'tenants' || counts[table] === 0);
}

function read(store: AllTenantsStore, tenant: string, table: TableName, where: AnyMatch): Promise<readonly AnyRow[]> {
  const query = { where: { ...where, tenant }, limit: SLICE };
  return store.find(table, query as never);
}

/** Removes rows by their key. */
function removePage(transaction: StoreTransaction, table: TableName, page: readonly AnyRow[]): Promise<number> {
  const operations: RowOperations = transaction;
  const key = TABLES[table].key.filter((column) => column !== 'tenant');
  const [only] = key;
  const where =
    only !== undefined && key.length === 1
      ? { [only]: { in: page.map((row) => row[only]) } }
      : page.map((row) => Object.fromEntries(key.map((column) => [column, row[column]])));
  return operations.remove(table, where as never);
}
