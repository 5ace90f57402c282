/**
 * The name of an in-memory database, for tests: `{ file: ':memory:' }`. It has one connection, so reads also wait for
 * the open transaction.
 */
export const IN_MEMORY = ':memory:';

/** Options of `createSqliteStore`. */
export interface SqliteStoreOptions {
  /** Path of the database file. It and its folder are created if missing. `:memory:` persists nothing. */
  readonly file: string;
  /**
   * The moment when a write resolves. `full`: when its commit is on the disk, so that it survives a power cut. `normal`: when
   * the operating system has it, so that it survives a crash of the process. A power cut can then lose the last commits, each
   * as a whole. With `full`, the thread pool waits for the disk while the thread continues. Transactions that commit during a
   * wait share the next one. During these milliseconds, reads can return rows that a power cut would lose; the writer of these
   * rows has no confirmation yet. When the disk fails, writes reject with `STORE_SYNC_FAILED` until the store is opened again.
   * @remarks Use `normal` if the loss of the last commits in a power cut is acceptable.
   * @default 'full'
   */
  readonly synchronous?: 'full' | 'normal';
  /**
   * Maximum size of the file in bytes, without the write-ahead log. A change that needs more rejects with `STORE_FULL`.
   * @remarks Set it if the volume is shared with other programs.
   * @default no limit
   */
  readonly maxBytes?: number;
  /**
   * The number of the store's cell, for tenants that move between databases: 0 to 8,191. Stores of different cells assign
   * different ids. It can be raised, but not lowered.
   * @remarks Set it before you move tenants between databases.
   * @default 0
   */
  readonly cell?: number;
}

/** The names of all options. */
export const SQLITE_OPTION_NAMES = Object.keys({
  file: null,
  synchronous: null,
  maxBytes: null,
  cell: null,
} satisfies Record<keyof SqliteStoreOptions, null>);

/** Returns whether writes wait for the disk after their commit. */
export function waitsForDisk({ file, synchronous = 'full' }: SqliteStoreOptions): boolean {
  return file !== IN_MEMORY && synchronous === 'full';
}
