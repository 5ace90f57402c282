import type { EngineQuery } from '@portcullis/core/ports';

/** The part of the rows that a query requests. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/**
 * Returns the page of a query, or undefined for all rows. SQL needs a limit for an offset: without one, this is more
 * rows than a table can have.
 */
export function pageOf({ limit, offset }: EngineQuery): Page | undefined {
  if (limit === undefined && offset === 0) return undefined;
  return { limit: limit ?? Number.MAX_SAFE_INTEGER, offset };
}
