import { StoreConflictError, StoreError } from '@portcullis/core/ports';
import type { SqlErrors } from '../schema/sql-flavour.ts';
import { TABLE_NAMES } from '../schema/sql-table.ts';

/** Returns the error of a store that gets no connection. */
export function unreachable(error: unknown): StoreError {
  return new StoreError(
    'STORE_CONNECTION_LOST',
    `The store gets no connection to the database: ${reasonOf(error)}`,
    error,
  );
}

/**
 * Translates an engine's error into an error of the port; other errors are returned unchanged.
 *
 * @param statementTable - the name of the statement's table in the database; undefined outside of statements.
 */
export function translateError(errors: SqlErrors, error: unknown, statementTable?: string): unknown {
  const broken = errors.brokenConstraint(error, statementTable);
  const table = broken && TABLE_NAMES.get(broken.table);
  if (table && broken.constraint) return new StoreConflictError(table, broken.constraint, error);
  if (errors.isFull(error)) return new StoreError('STORE_FULL', 'The store has no space left for this change.', error);
  if (errors.isLockTimeout?.(error)) {
    return new StoreError('STORE_LOCK_TIMEOUT', 'Another transaction has locked a row for too long.', error);
  }
  if (errors.isConnectionLoss?.(error)) {
    return new StoreError(
      'STORE_CONNECTION_LOST',
      `The connection to the database was lost: ${reasonOf(error)}`,
      error,
    );
  }
  if (!errors.isReported?.(error)) return error;
  return new StoreError('STORE_FAILED', `The database failed: ${reasonOf(error)}`, error);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // The error of several addresses has a code alone.
  return error.message || ('code' in error ? String(error.code) : error.name);
}
