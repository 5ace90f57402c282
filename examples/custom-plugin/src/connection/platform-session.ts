import type { Session, Sql } from '@portcullis/plugin-api';

/** One row of an answer. */
export type Row = Readonly<Record<string, unknown>>;

/** An open connection, with what observations and tests need besides executing statements. */
export interface PlatformSession extends Session {
  /** Runs a query and returns its rows. */
  query(statement: Sql, options: { readonly signal: AbortSignal }): Promise<readonly Row[]>;
}
