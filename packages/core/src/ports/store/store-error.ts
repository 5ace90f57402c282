import { PortcullisError } from '@portcullis/plugin-api';

/**
 * The errors of stores, when they occur, and their remedies. `STORE_CONFLICT` is a {@link StoreConflictError}, because it is a
 * result and not a mistake; the others are a {@link StoreError}.
 */
export const STORE_ERROR_CODES = {
  STORE_INPUT_INVALID: {
    when: 'A call names a table or a column that does not exist, or has a value that does not fit.',
    help: 'Correct the call: the message names the table and the column.',
  },
  STORE_CONFLICT: {
    when: 'A row would have broken a unique constraint.',
    help: 'Read the row that is there: the message names the table and the constraint.',
  },
  STORE_TRANSACTION_ENDED: {
    when: 'A transaction was called after its work had returned.',
    help: 'Await every call on a transaction before its work returns.',
  },
  STORE_TRANSACTION_FAILED: {
    when: 'A transaction continued after one of its calls had failed, so it is rolled back.',
    help: 'Let the first failure inside a transaction reject its work.',
  },
  STORE_TRANSACTION_NESTED: {
    when: 'The store was called directly while a transaction was open.',
    help: 'Use the open transaction; for work after it, use afterCommit().',
  },
  STORE_CLOSED: {
    when: 'The store was called before it was opened, or after it was closed.',
    help: 'Use the store between open() and close().',
  },
  STORE_LOCKED: {
    when: 'Another process has the store open, and this store can be used by one process only.',
    help: 'Stop the other process, or use a store that processes can share.',
  },
  STORE_LOCK_TIMEOUT: {
    when: 'Another transaction locked a row for longer than this one may wait (`lockTimeoutMs`).',
    help: 'Run the transaction again, without that limit or later.',
  },
  STORE_CONNECTION_LOST: {
    when: 'The database gave no connection, or the connection was lost: the server was restarted or ended the session, or the process was idle for too long in a transaction.',
    help: 'Check the cause, then try again. The commit that was running may or may not have succeeded: check, or use an idempotency key.',
  },
  STORE_FAILED: {
    when: 'The database reported an error without a code of its own here: a failed disk, a read-only server, a cancelled statement, a missing privilege.',
    help: 'Check the database: the cause holds its error. The change was rolled back.',
  },
  STORE_FULL: {
    when: 'The disk of the store is full.',
    help: 'Free space on the disk of the store, or raise its limit. The change was rolled back.',
  },
  STORE_SYNC_FAILED: {
    when: 'The disk failed to write a commit of the store, and the store has refused all writes since.',
    help: 'Check the disk: the cause holds its error. Then open the store again and check its data.',
  },
  STORE_FILE_LOST: {
    when: 'The file of the store was removed, moved or replaced while the store was open, and the store has refused all writes since.',
    help: 'End the process, put the right file in its place with its -wal file if it has one, and start again. A restored copy needs a stopped process.',
  },
  STORE_SCHEMA_UNKNOWN: {
    when: 'A later version of the library wrote this store.',
    help: 'Run the version of the library that wrote the store, or a later one.',
  },
  STORE_DATA_UNREADABLE: {
    when: 'A stored row does not have the format of its table.',
    help: 'Restore the row from a backup: it was not written by this library.',
  },
} as const satisfies Readonly<Record<string, { readonly when: string; readonly help: string }>>;

/** A code of a {@link StoreError}. */
export type StoreErrorCode = Exclude<keyof typeof STORE_ERROR_CODES, 'STORE_CONFLICT'>;

/** The error of a store that could not do an operation. Codes: {@link STORE_ERROR_CODES}. */
export class StoreError extends PortcullisError {
  declare readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super({ code, message, help: STORE_ERROR_CODES[code].help, cause });
  }

  /** Returns whether `value` is a store error, of this copy of the library or of another one. */
  static override isInstance(value: unknown): value is StoreError {
    return (
      PortcullisError.isInstance(value) &&
      value.code !== 'STORE_CONFLICT' &&
      Object.hasOwn(STORE_ERROR_CODES, value.code)
    );
  }
}
