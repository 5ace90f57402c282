import type { Session, Sql } from '@portcullis/plugin-api';

/** One row of a response. */
export type Row = Readonly<Record<string, unknown>>;

/** An open connection to a cluster or to a PostgreSQL server. */
export interface RedshiftSession extends Session {
  /** The account that the service signs in with, regardless of the account of this session. */
  readonly serviceAccount: string;
  /** Runs a query and returns its rows; retries it after a transient failure of the server. */
  query(statement: Sql, options?: { readonly signal?: AbortSignal }): Promise<readonly Row[]>;
}

/** Returns whether a cell is true. Some functions of Amazon Redshift return booleans as text. */
export function isTrue(cell: unknown): boolean {
  return cell === true || cell === 't' || cell === 'true';
}
