import type { Session, Sql } from '@portcullis/plugin-api';

/** One row of a response. */
export type Row = Readonly<Record<string, unknown>>;

/** An open connection, with queries for observations and tests. */
export interface PlatformSession extends Session {
  /** Runs a query and returns its rows. */
  query(statement: Sql, options: { readonly signal: AbortSignal }): Promise<readonly Row[]>;
}
