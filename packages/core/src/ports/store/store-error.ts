import { PortcullisError } from '@portcullis/plugin-api';

/** What a store refuses to do, and what helps. {@link StoreConflictError} is apart: it is an answer, not a mistake. */
export const STORE_ERROR_CODES = {
  STORE_INPUT_INVALID: { help: 'Correct the call: the message names the table and the column.' },
  STORE_TRANSACTION_ENDED: { help: 'Await every call on a transaction before its work returns.' },
  STORE_TRANSACTION_FAILED: { help: 'Let the first failure inside a transaction reject its work.' },
  STORE_TRANSACTION_NESTED: { help: 'Use the transaction that is open; for what follows it there is afterCommit().' },
  STORE_CLOSED: { help: 'Use the store between open() and close().' },
  STORE_LOCKED: { help: 'Stop the other process, or let the processes share a store that can be shared.' },
  STORE_FULL: { help: 'Free space where the store lives, or raise its limit; nothing of the change was kept.' },
  STORE_SCHEMA_UNKNOWN: { help: 'Run the version of the library that wrote the store, or a later one.' },
  STORE_DATA_UNREADABLE: { help: 'Restore the row from a backup: it was not written by this library.' },
} as const satisfies Readonly<Record<string, { readonly help: string }>>;

/** A code of {@link STORE_ERROR_CODES}. */
export type StoreErrorCode = keyof typeof STORE_ERROR_CODES;

/** A store could not do what it was asked for. Codes: {@link STORE_ERROR_CODES}. */
export class StoreError extends PortcullisError {
  declare readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super({ code, message, help: STORE_ERROR_CODES[code].help, cause });
  }

  /** Whether `value` is a store error, of this copy of the library or of another one. */
  static override isInstance(value: unknown): value is StoreError {
    return PortcullisError.isInstance(value) && Object.hasOwn(STORE_ERROR_CODES, value.code);
  }
}
