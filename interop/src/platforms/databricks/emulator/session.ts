import type { Account } from './account.ts';

/** The result of a statement: rows by column, each cell text or null. */
export type Rows = readonly Readonly<Record<string, string | null>>[];

/**
 * The principal that runs a statement, and the context of the run. There is no session between calls. Source: "Statement
 * Execution API", Execute a SQL statement.
 */
export interface Caller {
  readonly account: Account;
  readonly principal: string;
  /** The catalog and the schema that a request names as defaults. */
  readonly catalog?: string | undefined;
  readonly schema?: string | undefined;
  /** Named parameter markers. */
  readonly parameters: ReadonlyMap<string, string | null>;
}

/** Forms of statements that return rows, each with its documentation page. */
export type Readings = readonly (readonly [
  form: RegExp,
  page: string,
  run: (match: RegExpExecArray, caller: Caller) => Rows,
])[];

/** Forms of statements that change something, each with its documentation page. */
export type Changes = readonly (readonly [
  form: RegExp,
  page: string,
  run: (match: RegExpExecArray, caller: Caller) => void,
])[];
