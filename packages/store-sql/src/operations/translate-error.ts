import { StoreConflictError, StoreError } from '@portcullis/core/ports';
import type { SqlErrors } from '../schema/sql-flavour.ts';
import { TABLE_NAMES } from '../schema/sql-table.ts';

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
    const reason = error instanceof Error ? error.message : String(error);
    return new StoreError('STORE_CONNECTION_LOST', `The connection to the database was lost: ${reason}`, error);
  }
  return error;
}
