import type { AllTenantsOperations, OwnedQuery } from '../../ports/store/store.ts';
import type { TableName } from '../../ports/store/tables.ts';

/**
 * Yields the tenants that have rows in a table, one at a time, with one index lookup per tenant.
 *
 * @param orderBy - the columns of an index that begins with the tenant.
 */
export async function* tenantsIn<Table extends TableName>(
  store: Pick<AllTenantsOperations, 'find'>,
  table: Table,
  orderBy: NonNullable<OwnedQuery<Table>['orderBy']>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  for (let last: string | undefined; !signal.aborted; ) {
    const query = { ...(last !== undefined && { where: { tenant: { gt: last } } }), orderBy, limit: 1 };
    const [next] = await store.find(table, query as OwnedQuery<Table>);
    if (!next) return;
    last = next.tenant;
    yield next.tenant;
  }
}
