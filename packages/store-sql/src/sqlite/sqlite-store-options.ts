/**
 * The name of a database that lives in memory, for tests: `{ file: ':memory:' }`. It has one connection, so reads wait for the
 * open transaction, too.
 */
export const IN_MEMORY = ':memory:';

/** What `createSqliteStore` takes. */
export interface SqliteStoreOptions {
  /** Path of the database file. It and its folder are made when they are missing. `:memory:` keeps nothing. */
  readonly file: string;
  /**
   * When a commit counts as done. `full`: when it is on the disk; it survives a power cut. `normal`: when the operating system
   * has it; it survives a crash of the process, while a power cut may take the last commits with it, whole ones.
   *
   * @default 'full'
   */
  readonly synchronous?: 'full' | 'normal';
  /**
   * Bytes that the file may grow to, without the write-ahead log. A change that would need more is refused with
   * `STORE_FULL`. @default no limit
   */
  readonly maxBytes?: number;
}
