import type { TransactionQueries } from '../../src/postgres.ts';

/** A library with which a host uses its own tables, here the table `tags` with a column `name`. */
export interface HostLibrary {
  /** Runs a function in a transaction of the library, with its usual function for this. */
  transaction<Result>(work: (transaction: LibraryTransaction) => Promise<Result>): Promise<Result>;
  /** True if a transaction rejects when the server has rolled it back instead of committing it, because a statement failed. */
  readonly reportsRollback: boolean;
  /** Passes the library to the function of the store without a transaction, like an incorrect caller. */
  readonly withoutTransaction?: () => TransactionQueries;
  close(): Promise<void>;
}

/** An open transaction of a library. */
export interface LibraryTransaction {
  /** The transaction in the form that `store.join` takes. */
  readonly joinable: TransactionQueries;
  /** Writes a tag with the usual function of the library. */
  insertTag(name: string): Promise<void>;
  /** Runs a function in a nested transaction. Absent if the library has none. */
  nested?<Result>(work: (transaction: LibraryTransaction) => Promise<Result>): Promise<Result>;
}

/** Opens a library on a database. */
export type OpenLibrary = (connectionString: string) => Promise<HostLibrary>;
