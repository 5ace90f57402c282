import { refusals } from '../refusal.ts';

/**
 * Pages a list in the least convenient way that is allowed: the first page is empty and has a token, and a request
 * without `max_results` is refused. Sources: "Catalogs API", List catalogs, Pagination behavior: a page may contain zero
 * results while still providing a token; "Paginate Unity Catalog REST API operations".
 */
export function page(query: URLSearchParams, key: string, all: readonly object[]): object {
  if (!query.has('max_results')) throw refusals.unpaged();
  const token = query.get('page_token');
  if (token === null) return { [key]: [], next_page_token: '0' };
  const start = Number(token);
  const next = start + 2;
  return { [key]: all.slice(start, next), ...(next < all.length ? { next_page_token: String(next) } : {}) };
}
