import type { StoreOperations } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';

/** Returns the operation of an integration that began last; undefined if there was none. */
export async function latestOperation(
  store: StoreOperations,
  integrationId: number,
): Promise<Row<'operations'> | undefined> {
  const [latest] = await store.find('operations', { where: { integrationId }, orderBy: [['id', 'desc']], limit: 1 });
  return latest;
}
