import { PortcullisError } from '@portcullis/plugin-api';

/**
 * The errors of stores, when they occur, and their remedies. `STORE_CONFLICT` is a {@link StoreConflictError}, since it is
 * an answer rather than a mistake; the others are a {@link StoreError}.
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
    when: 'A transaction went on after one of its calls had failed, so nothing of it can be kept.',
    help: 'Let the first failure inside a transaction reject its work.',
  },
  STORE_TRANSACTION_NESTED: {
    when: 'The store was called beside the transaction that is open.',
    help: 'Use the transaction that is open; for what follows it there is afterCommit().',
  },
  STORE_CLOSED: {
    when: 'The store was called before it was opened, or after it was closed.',
    help: 'Use the store between open() and close().',
  },
  STORE_LOCKED: {
    when: 'Another process has the store open, and this store serves one process only.',
    help: 'Stop the other process, or let the processes share a store that can be shared.',
  },
  STORE_LOCK_TIMEOUT: {
    when: 'Another transaction held a row for longer than this one was to wait for it (`lockTimeoutMs`).',
    help: 'Run the transaction again, without that limit or later.',
  },
  STORE_CONNECTION_LOST: {
    when: 'The connection to the database broke: the server was restarted or ended the session, or the process stood still for too long in a transaction.',
    help: 'Look at the cause, then do it again. What was being committed at that moment may be there or not: look, or use an idempotency key.',
  },
  STORE_FULL: {
    when: 'There is no room where the store lives.',
    help: 'Free space where the store lives, or raise its limit; nothing of the change was kept.',
  },
  STORE_SYNC_FAILED: {
    when: 'The disk did not take what was committed to the store, which takes no more writes since.',
    help: 'Look after the disk: the cause says what it answered. Then open the store again and look at what it has.',
  },
  STORE_SCHEMA_UNKNOWN: {
    when: 'A later version of the library wrote this store.',
    help: 'Run the version of the library that wrote the store, or a later one.',
  },
  STORE_DATA_UNREADABLE: {
    when: 'A stored row cannot be read as what its table holds.',
    help: 'Restore the row from a backup: it was not written by this library.',
  },
} as const satisfies Readonly<Record<string, { readonly when: string; readonly help: string }>>;

/** A code of a {@link StoreError}. */
export type StoreErrorCode = Exclude<keyof typeof STORE_ERROR_CODES, 'STORE_CONFLICT'>;

/** A store could not do what it was asked for. Codes: {@link STORE_ERROR_CODES}. */
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
