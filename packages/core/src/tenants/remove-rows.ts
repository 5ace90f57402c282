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
 * @returns the number of rows of each table that this call has removed, and that remain.
 * @throws the reason of the signal, when that is aborted.
 */
export async function removeRows(
  store: AllTenantsStore,
  { tenant, version }: RemovedTenant,
  signal: AbortSignal,
): Promise<{ readonly removed: RowCounts; readonly remaining: RowCounts }> {
  const own = { tenant, version, state: 'removing' };
  let isOurs = true;
  const removed: Record<string, number> = { ...NO_ROWS };

  const inSlices = async (
    { table, keeps = false, orderBy = [], children = [] }: RemovalBranch,
    where: AnyMatch,
  ): Promise<void> => {
    for (let after: unknown; isOurs; ) {
      signal.throwIfAborted();
      const page = await read(
        store,
        tenant,
        table,
        keeps && after !== undefined ? { ...where, id: { gt: after } } : where,
        orderBy,
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

  let remaining: RowCounts;
  // Rows that an earlier request has written in between are removed in the next round.
  do {
    for (const branch of REMOVAL_PLAN) await inSlices(branch, {});
    for (const table of NAMES.filter((name) => name !== 'tenants' && name !== 'deliveries'))
      await inSlices({ table }, {});
    remaining = await countRows(store, tenant);
    // They are removed with their events, and have no index by tenant.
    if (remaining.deliveries > 0) await inSlices({ table: 'deliveries' }, {});
  } while (isOurs && !isEmpty(remaining));
  return { removed: removed as RowCounts, remaining };
}

/** Counts the rows of a tenant in each table. */
export async function countRows(store: AllTenantsStore, tenant: string): Promise<RowCounts> {
  const counts: [TableName, number][] = [];
  for (const table of NAMES) {
    const count = table === 'deliveries' ? countDeliveries(store, tenant) : store.count(table, { tenant });
    counts.push([table, await count]);
  }
  return Object.fromEntries(counts) as RowCounts;
}

/** Deliveries that one query reads. */
const PART = 20_000;

/** Counts the deliveries of a tenant in parts: without an index by tenant, one query would read the whole table at once. */
async function countDeliveries(store: AllTenantsStore, tenant: string): Promise<number> {
  let count = 0;
  for (let from = 0; ; ) {
    const [next] = await store.find('deliveries', { where: { id: { gte: from } }, offset: PART, limit: 1 });
    const part = { gte: from, ...(next && { lt: next.id }) };
    count += await store.count('deliveries', { tenant, id: part });
    if (!next) return count;
    from = next.id;
  }
}

function isEmpty(counts: RowCounts): boolean {
  return NAMES.every((table) => table === 'tenants' || counts[table] === 0);
}

function read(
  store: AllTenantsStore,
  tenant: string,
  table: TableName,
  where: AnyMatch,
  columns: readonly string[],
): Promise<readonly AnyRow[]> {
  const query = { where: { ...where, tenant }, orderBy: columns.map((column) => [column, 'asc']), limit: SLICE };
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
