import type { Session, Sql } from '@portcullis/plugin-api';
import type { Row } from './sql-transport.ts';

/** An open connection to an account. */
export interface SnowflakeSession extends Session {
  /** The requested initial role of the session. */
  readonly role: string;
  /** The platform's error if it has refused that role. */
  readonly roleRefusal: unknown;
  /** Runs a query and returns its rows; retries it after a network failure or a transient failure. */
  query(statement: Sql, options?: { readonly signal?: AbortSignal }): Promise<readonly Row[]>;
}

/** Returns whether a cell is true. */
export function isYes(cell: unknown): boolean {
  return cell === true || (typeof cell === 'string' && /^(true|y|yes|1)$/i.test(cell));
}
