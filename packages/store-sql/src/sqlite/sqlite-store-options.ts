/**
 * The name of a database that lives in memory, for tests: `{ file: ':memory:' }`. It has one connection, so reads wait for the
 * open transaction, too.
 */
export const IN_MEMORY = ':memory:';

/** Options of `createSqliteStore`. */
export interface SqliteStoreOptions {
  /** Path of the database file. It and its folder are made when they are missing. `:memory:` keeps nothing. */
  readonly file: string;
  /**
   * When a write resolves. `full`: when its commit is on the disk; it survives a power cut. `normal`: when the operating system
   * has it; it survives a crash of the process, while a power cut may take the last commits with it, whole ones.
   *
   * With `full` the disk is waited for in the thread pool: the thread goes on, later transactions begin, and commits that come
   * meanwhile share the next wait. For those milliseconds reads may see rows that a power cut would still take; who wrote them
   * has not been told yet. When the disk fails, writes reject with `STORE_SYNC_FAILED` until the store is opened again.
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

/** Returns whether writes wait for the disk after their commit. */
export function waitsForDisk({ file, synchronous = 'full' }: SqliteStoreOptions): boolean {
  return file !== IN_MEMORY && synchronous === 'full';
}
