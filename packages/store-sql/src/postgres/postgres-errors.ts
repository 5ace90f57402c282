import type { SqlErrors } from '../schema/sql-flavour.ts';
import { SQL_TABLES, TABLE_NAMES } from '../schema/sql-table.ts';
import { isConnectionLoss } from './connection-loss.ts';

/** SQLSTATE codes, as the appendix of PostgreSQL's documentation lists them. */
const UNIQUE_VIOLATION = '23505';
const DISK_FULL = '53100';
const LOCK_NOT_AVAILABLE = '55P03';
const IN_FAILED_TRANSACTION = '25P02';
const RETRYABLE: ReadonlySet<unknown> = new Set(['40001', '40P01']);

/** The errors of PostgreSQL. */
export const POSTGRES_ERRORS: SqlErrors = {
  brokenConstraint(error) {
    if (codeOf(error) !== UNIQUE_VIOLATION) return undefined;
    const { table, constraint } = error as { readonly table?: string; readonly constraint?: string };
    const name = TABLE_NAMES.get(table ?? '');
    return name && { table: table ?? '', constraint: SQL_TABLES[name].constraintByName.get(constraint ?? '') };
  },
  isFull: (error) => codeOf(error) === DISK_FULL,
  isLockTimeout: (error) => codeOf(error) === LOCK_NOT_AVAILABLE,
  isConnectionLoss,
  isReported: (error) => isOfServer(error) && !isRetryable(error),
};

/** Returns whether the server aborted a transaction because of another one: a retry may succeed. */
export function isRetryable(error: unknown): boolean {
  return RETRYABLE.has(codeOf(error));
}

/** Returns whether the server refused a statement only because an earlier one of its transaction had failed. */
export function isRefusedAfterFailure(error: unknown): boolean {
  return codeOf(error) === IN_FAILED_TRANSACTION;
}

/** Only errors of the server have a severity. */
function isOfServer(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && error.severity !== undefined;
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
