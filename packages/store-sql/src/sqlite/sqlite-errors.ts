import type { BrokenConstraint, SqlErrors } from '../schema/sql-flavour.ts';
import { SQL_TABLES, TABLE_NAMES } from '../schema/sql-table.ts';

/** Result codes of SQLite, as its documentation lists them. */
const SQLITE_CONSTRAINT_PRIMARYKEY = 1555;
const SQLITE_CONSTRAINT_UNIQUE = 2067;
const SQLITE_CONSTRAINT_ROWID = 2579;
const SQLITE_FULL = 13;
const UNIQUE_CODES: ReadonlySet<unknown> = new Set([
  SQLITE_CONSTRAINT_PRIMARYKEY,
  SQLITE_CONSTRAINT_UNIQUE,
  SQLITE_CONSTRAINT_ROWID,
]);

/** The errors of SQLite. */
export const SQLITE_ERRORS: SqlErrors = {
  brokenConstraint(error) {
    return UNIQUE_CODES.has(codeOf(error)) ? parseConstraint(String((error as Error).message)) : undefined;
  },
  isFull: (error) => codeOf(error) === SQLITE_FULL,
  isReported: (error) => codeOf(error) !== undefined,
};

/** Returns the extended result code of an error of node:sqlite. */
function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'errcode' in error ? error.errcode : undefined;
}

/**
 * Parses the message of a violated constraint. SQLite names its columns: `UNIQUE constraint failed: events.public_id,
 * events.kind`.
 */
function parseConstraint(message: string): BrokenConstraint | undefined {
  const [, list = ''] = message.split('constraint failed: ');
  const columns = list.split(', ').map((column) => column.split('.'));
  const table = columns[0]?.[0] ?? '';
  const name = TABLE_NAMES.get(table);
  const key = columns.map(([, column]) => column).join();
  return name && { table, constraint: SQL_TABLES[name].constraintByColumns.get(key) };
}
