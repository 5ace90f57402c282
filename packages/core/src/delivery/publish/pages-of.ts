import type { AllTenantsOperations } from '../../ports/store/store.ts';
import type { OwnedRow } from '../../ports/store/tables.ts';

/** Rows read at once. */
const PAGE = 500;

/** Reads the rows of a tenant by time, along the index. */
export async function* pagesOf<Table extends 'events' | 'attempts'>(
  store: Pick<AllTenantsOperations, 'find'>,
  table: Table,
  tenant: string,
): AsyncGenerator<readonly OwnedRow<Table>[]> {
  for (let last: { readonly createdAt: number; readonly id: number } | undefined; ; ) {
    const page = await store.find<'events' | 'attempts'>(table, {
      where: last
        ? [
            { tenant, createdAt: { gt: last.createdAt } },
            { tenant, createdAt: last.createdAt, id: { gt: last.id } },
          ]
        : { tenant },
      orderBy: [
        ['createdAt', 'asc'],
        ['id', 'asc'],
      ],
      limit: PAGE,
    });
    if (page.length > 0) yield page as readonly OwnedRow<Table>[];
    if (page.length < PAGE) return;
    last = page.at(-1);
  }
}
