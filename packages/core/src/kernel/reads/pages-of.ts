import type { AllTenantsOperations, OwnedWhere } from '../../ports/store/store.ts';
import type { OwnedRow } from '../../ports/store/tables.ts';

/** Rows read at once. */
const PAGE = 500;

/** The rows to read. */
export interface PagesOptions {
  /** The end of the times, in milliseconds since 1970. @default all rows */
  readonly before?: number;
  /** Maximum number of rows of a read; a page has less than twice as many. @default 500 */
  readonly limit?: number;
}

/** Reads the rows of a tenant by time, along the index. */
export async function* pagesOf<Table extends 'events' | 'attempts'>(
  store: Pick<AllTenantsOperations, 'find'>,
  table: Table,
  tenant: string,
  { before, limit = PAGE }: PagesOptions = {},
): AsyncGenerator<readonly OwnedRow<Table>[]> {
  const read = (where: OwnedWhere<'events' | 'attempts'>) =>
    store.find<'events' | 'attempts'>(table, {
      where,
      orderBy: [
        ['createdAt', 'asc'],
        ['id', 'asc'],
      ],
      limit,
    });
  const until = before === undefined ? {} : { lt: before };
  for (let last: { readonly createdAt: number; readonly id: number } | undefined; ; ) {
    // Two reads, since an index serves each range, but not both together.
    const sameTime = last ? await read({ tenant, createdAt: last.createdAt, id: { gt: last.id } }) : [];
    const times = { ...(last && { gt: last.createdAt }), ...until };
    const later = { tenant, ...(Object.keys(times).length > 0 && { createdAt: times }) };
    const page = sameTime.length === limit ? sameTime : [...sameTime, ...(await read(later))];
    if (page.length > 0) yield page as readonly OwnedRow<Table>[];
    if (page.length < limit) return;
    last = page.at(-1);
  }
}
