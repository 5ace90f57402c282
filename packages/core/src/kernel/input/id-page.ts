import type { QueryReader } from './query-reader.ts';

/** One page of a list that is ordered by ids, as the parts of a query of the store. */
export interface IdPage {
  readonly where: { readonly id?: { readonly gt: number } | { readonly lt: number } };
  readonly orderBy: readonly (readonly ['id', 'asc' | 'desc'])[];
  readonly limit: number;
}

/** Reads the parameters of a page: `sortOrder`, `after` (an id) and `pageSize`. */
export function readIdPage(parameters: QueryReader<'sortOrder' | 'after' | 'pageSize'>): IdPage {
  const order = parameters.oneOf('sortOrder', ['asc', 'desc']) ?? 'asc';
  const after = parameters.integer('after', Number.MAX_SAFE_INTEGER);
  return {
    where: after === undefined ? {} : { id: order === 'asc' ? { gt: after } : { lt: after } },
    orderBy: [['id', order]],
    limit: parameters.integer('pageSize', 1000) ?? 100,
  };
}
