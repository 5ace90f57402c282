import { StoreError } from '@portcullis/core/ports';
import { translateError } from '../operations/translate-error.ts';
import type { Disk } from './disk.ts';
import type { OpenSqlite } from './open-sqlite.ts';
import { SQLITE_ERRORS } from './sqlite-errors.ts';
import type { SqliteStoreOptions } from './sqlite-store-options.ts';
import { isPassFor } from './thread-pass.ts';
import { isBusy } from './when-free.ts';

/** The database of a store, from its opening to its end. */
export interface SqliteDatabase {
  /** Opens it, unless it is open. @param pass - the pass of the store whose thread it is in, if it is in a thread. */
  open(pass: unknown): Promise<void>;
  /** Closes it, after an update of the statistics of the planner. */
  close(): Promise<void>;
  /** Returns the database; undefined while it is not open. */
  current(): OpenSqlite | undefined;
  /**
   * Returns the open database.
   *
   * @throws StoreError `STORE_CLOSED`
   */
  opened(): OpenSqlite;
  /**
   * Returns the error with which all writes are refused. After a failed sync, the content of the log is unknown. Once the file is no
   * longer in its place, everything that is written is lost with the process.
   */
  failure(): StoreError | undefined;
  /** Returns the database for a write. Throws {@link SqliteDatabase.failure}. */
  writable(): OpenSqlite;
  /** Returns the database for a write between transactions. A roll-back that failed is repeated, or the write would not be committed. */
  betweenTransactions(): OpenSqlite;
}

/** Creates the {@link SqliteDatabase} of a store. */
export function createSqliteDatabase(options: SqliteStoreOptions, disk: Disk): SqliteDatabase {
  let opening: Promise<OpenSqlite> | undefined;
  let open: OpenSqlite | undefined;

  const opened = (): OpenSqlite => {
    if (!open) throw new StoreError('STORE_CLOSED', `The store ${options.file} is used before open() has resolved.`);
    return open;
  };

  const failure = (): StoreError | undefined => open?.log?.failure() ?? open?.files?.failure();

  const writable = (): OpenSqlite => {
    const store = opened();
    const reason = failure();
    if (reason) throw reason;
    return store;
  };

  return {
    async open(pass) {
      const inThread = pass !== undefined && isPassFor(options.file, pass);
      opening ??= import('./open-sqlite.ts').then(({ openSqlite }) => openSqlite(options, { inThread, disk }));
      try {
        open = await opening;
      } catch (error) {
        opening = undefined;
        throw error;
      }
    },
    async close() {
      const closing = open;
      if (!closing) return;
      try {
        await optimize(closing);
      } finally {
        open = undefined;
        await closing.close();
      }
    },
    current: () => open,
    opened,
    failure,
    writable,
    betweenTransactions() {
      const store = writable();
      if (store.writer.isTransaction) execute(store.writer, 'rollback');
      return store;
    },
  };
}

/** Executes a statement without a result. */
export function execute(writer: OpenSqlite['writer'], text: string): void {
  try {
    writer.exec(text);
  } catch (error) {
    throw translateError(SQLITE_ERRORS, error);
  }
}

/**
 * Updates the statistics of the planner. If another process has the file, or the disk is full, a later close updates
 * them.
 */
async function optimize({ writer, log, checkpoints }: OpenSqlite): Promise<void> {
  if (log?.failure()) return;
  await checkpoints?.finishing();
  try {
    writer.exec('pragma optimize');
  } catch (error) {
    if (!isBusy(error) && !SQLITE_ERRORS.isFull(error)) throw error;
  }
}
