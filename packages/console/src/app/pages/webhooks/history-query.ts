type Query = Readonly<Record<string, string>>;

const PAGE_SIZE = 20;

/** Returns the query of the HTTP interface for the address of the page, without unknown parameters. */
export function historyQuery(query: Query, hasScope: boolean): Query {
  const {
    offset = '',
    pageSize = '',
    sortField = '',
    sortOrder = '',
    notificationType = '',
    successOrFailure = '',
  } = query;
  const scope: Query = hasScope
    ? { includeGlobal: query.includeGlobal ?? 'true', includeUser: query.includeUser ?? 'true' }
    : {};
  const all: Query = { offset, pageSize, sortField, sortOrder, notificationType, successOrFailure, ...scope };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

/** The position of a page among all records, from one. */
export function pageOf(query: Query, length: number) {
  const offset = numberOf(query.offset, 0);
  const pageSize = Math.max(1, numberOf(query.pageSize, PAGE_SIZE));
  return { offset, pageSize, first: offset + 1, last: offset + length };
}

function numberOf(text: string | undefined, fallback: number): number {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : fallback;
}
