import { PortcullisError } from '@portcullis/plugin-api';
import { STORE_ERROR_CODES } from './store-error.ts';

/**
 * The error of a row that violates a unique constraint. Stores throw it; the core translates it (a taken target, a repeated
 * idempotency key).
 *
 * Code: `STORE_CONFLICT`.
 */
export class StoreConflictError extends PortcullisError {
  readonly table: string;
  /** The name of the constraint in the table's declaration, or `key` for the primary key. */
  readonly constraint: string;

  constructor(table: string, constraint: string, cause?: unknown) {
    super({
      code: 'STORE_CONFLICT',
      message: `A row of ${table} with the same ${constraint} exists already.`,
      details: { table, constraint },
      help: STORE_ERROR_CODES.STORE_CONFLICT.help,
      cause,
    });
    this.table = table;
    this.constraint = constraint;
  }

  /** Returns whether `value` is a store conflict, of this copy of the library or of another one. */
  static override isInstance(value: unknown): value is StoreConflictError {
    return PortcullisError.isInstance(value) && value.code === 'STORE_CONFLICT';
  }
}
