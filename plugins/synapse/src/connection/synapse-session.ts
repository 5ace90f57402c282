import type { Session, Sql } from '@portcullis/plugin-api';

/** One row of a response, by the names of its columns. */
export type Row = Readonly<Record<string, unknown>>;

/** An open connection to a database of the server. */
export interface SynapseSession extends Session {
  /**
   * True if this is `master`. The service account has no user there: for a stage in `master`, it connects to the
   * pool, where it sees that its login exists.
   */
  readonly isMaster: boolean;
  /** Runs a query and returns its rows; retries it after a network failure or a transient failure. */
  query(statement: Sql, options?: { readonly signal?: AbortSignal }): Promise<readonly Row[]>;
}

/** Returns whether a cell is true. Functions of the platform return 1, 0 or NULL. */
export function isYes(cell: unknown): boolean {
  return cell === true || cell === 1;
}
