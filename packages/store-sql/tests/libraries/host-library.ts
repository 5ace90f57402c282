import type { TransactionQueries } from '../../src/postgres.ts';

/**
 * A library with which a host uses its own tables, here the table `tags` with a column `name`.
 *
 * @typeParam Joinable - the form in which `store.join` takes its transactions.
 */
export interface HostLibrary<Joinable = TransactionQueries> {
  /** Runs a function in a transaction of the library, with its usual function for this. */
  transaction<Result>(work: (transaction: LibraryTransaction<Joinable>) => Promise<Result>): Promise<Result>;
  /**
   * True if a transaction rejects when the server has rolled it back instead of committing it, because a statement failed.
   * MariaDB undoes only the statement.
   */
  readonly reportsRollback: boolean;
  /** Passes the library to the function of the store without a transaction, like an incorrect caller. */
  readonly withoutTransaction?: () => Joinable;
  close(): Promise<void>;
}

/** An open transaction of a library. */
export interface LibraryTransaction<Joinable = TransactionQueries> {
  /** The transaction in the form that `store.join` takes. */
  readonly joinable: Joinable;
  /** Writes a tag with the usual function of the library. */
  insertTag(name: string): Promise<void>;
  /** Runs a function in a nested transaction. Absent if the library has none. */
  nested?<Result>(work: (transaction: LibraryTransaction<Joinable>) => Promise<Result>): Promise<Result>;
}

/** Opens a library on a database. */
export type OpenLibrary<Joinable = TransactionQueries> = (connectionString: string) => Promise<HostLibrary<Joinable>>;
