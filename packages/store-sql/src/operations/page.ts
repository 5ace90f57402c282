import type { EngineQuery } from '@portcullis/core/ports';

/** The part of the rows that a query asks for. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** The page of a query, or undefined when it wants all rows. An offset needs some limit: more than a table can have. */
export function pageOf({ limit, offset }: EngineQuery): Page | undefined {
  if (limit === undefined && offset === 0) return undefined;
  return { limit: limit ?? Number.MAX_SAFE_INTEGER, offset };
}
