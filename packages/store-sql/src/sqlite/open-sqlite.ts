import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { idRangeOf, StoreError } from '@portcullis/core/ports';
import { migrate } from '../migrations/migrate.ts';
import { createCompiler } from '../operations/compiler.ts';
import { createSqlOperations, type SqlOperations } from '../operations/sql-operations.ts';
import type { RowSource } from '../schema/row-source.ts';
import { countAdded } from './attempt-counts.ts';
import { startCheckpointThread } from './checkpoint/checkpoint-thread.ts';
import { CHECKPOINT_PAGES, type Checkpointer, createCheckpointer, MAX_PAGES } from './checkpoint/checkpointer.ts';
import { openLogLength } from './checkpoint/log-length.ts';
import { type Disk, REAL_DISK } from './disk.ts';
import { lockFile } from './file-lock.ts';
import { type FileWatch, watchFile } from './file-watch.ts';
import { loadSqlite, type SqliteModule } from './load-sqlite.ts';
import { createLogSync, type LogSync } from './log-sync.ts';
import { connectKysely, type SqliteConnection } from './sqlite-connection.ts';
import { SQLITE_FLAVOUR } from './sqlite-flavour.ts';
import { createSqliteSequences, enterIdRange } from './sqlite-sequences.ts';
import { IN_MEMORY, type SqliteStoreOptions, waitsForDisk } from './sqlite-store-options.ts';

/** An open database: one connection that writes, and one that reads committed data. */
export interface OpenSqlite {
  /** The operations of the port as statements of SQLite. */
  readonly operationsOn: SqlOperations;
  /** Returns the operations of a transaction, which maintain the numbers of attempts. */
  readonly countAdded: typeof countAdded;
  /** Returns how many of the given number of rows one statement writes. */
  readonly atOnce: RowSource['atOnce'];
  readonly writer: DatabaseSync;
  readonly writing: SqliteConnection;
  /** In memory, the same connection as `writing`, because a second one would see another database. */
  readonly reading: SqliteConnection;
  /** Present if commits are synced after they were made. Otherwise SQLite syncs during the commit, or never. */
  readonly log?: LogSync;
  /** Absent in memory, and if this process may not look at the files. */
  readonly files?: FileWatch;
  /** Absent in memory, which has no log, and if SQLite itself copies the log. */
  readonly checkpoints?: Checkpointer;
  close(): Promise<void>;
}

/** Errors of the system when a process may not write a file or a folder. */
const REFUSED_ACCESS: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS']);
/** Milliseconds to wait for other readers of the file, such as a backup. */
const BUSY_TIMEOUT = 5_000;
/** Bytes of the write-ahead log that are kept for reuse. */
const LOG_LIMIT = 64 * 1024 * 1024;

/**
 * Opens the file, creates it if it is missing, and migrates it to the newest schema. Import this module late, because
 * it loads Kysely.
 *
 * @param surroundings - `inThread`: true if the main thread has opened the file, so that this process already holds the
 * lock.
 */
export async function openSqlite(
  options: SqliteStoreOptions,
  { inThread = false, disk = REAL_DISK }: { readonly inThread?: boolean; readonly disk?: Disk } = {},
): Promise<OpenSqlite> {
  if (!options.file) {
    throw new StoreError('STORE_INPUT_INVALID', 'The option file is empty: set it to the path of the store file.');
  }
  const sqlite = loadSqlite();
  const range = idRangeOf(options.cell);
  const inMemory = options.file === IN_MEMORY;
  let file = inMemory ? IN_MEMORY : resolve(options.file);
  const opened: { close(): void | Promise<void> }[] = [];
  const close = async (): Promise<void> => {
    const ends = opened.splice(0).toReversed();
    const failures: unknown[] = [];
    // A part that cannot be closed must not leave the others open, especially the lock.
    for (const each of ends) {
      try {
        await each.close();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  };
  try {
    if (!inMemory) file = createFile(file);
    if (!inMemory && !inThread) opened.push(lockFile(sqlite, file));
    const writer = connect(sqlite, file, options);
    opened.push(writer);
    const writing = connectKysely(writer);
    await migrate(writing.kysely, SQLITE_FLAVOUR);
    enterIdRange(writer, range);
    // From now on, a process that finds the file locked waits without blocking its thread.
    writer.exec('pragma busy_timeout = 0');
    const shared = {
      writer,
      writing,
      close,
      operationsOn: createSqlOperations(createCompiler(SQLITE_FLAVOUR), SQLITE_FLAVOUR, createSqliteSequences(range)),
      countAdded,
      atOnce: SQLITE_FLAVOUR.rowSource.atOnce,
    };
    if (inMemory) return { ...shared, reading: writing };
    const reader = connect(sqlite, file, options);
    opened.push(reader);
    reader.exec('pragma query_only = on');
    const checkpoints = copyLog(writer);
    if (checkpoints) opened.push(checkpoints);
    const files = watchFile(String(writer.location()));
    const open = {
      ...shared,
      reading: connectKysely(reader),
      ...(files && { files }),
      ...(checkpoints && { checkpoints }),
    };
    if (!waitsForDisk(options) || !maySync()) return open;
    const log = syncAfterCommits(writer, disk);
    opened.push(log);
    return { ...open, log };
  } catch (error) {
    await close();
    throw openingFailure(file, error);
  }
}

/**
 * Creates the file and its lock, readable by the owner only: secrets in it are sealed, but names and plans are not.
 *
 * @returns the path of the file itself: another process may open it through a symbolic link, and must find the same lock.
 */
function createFile(path: string): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  createOwn(path);
  const file = targetOf(path);
  // SQLite would report that it cannot open the file, without the reason.
  accessSync(file, constants.R_OK | constants.W_OK);
  createOwn(`${file}-lock`);
  return file;
}

function createOwn(path: string): void {
  if (existsSync(path)) return;
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}

function targetOf(path: string): string {
  return lstatSync(path).isSymbolicLink() ? realpathSync(path) : path;
}

function connect(sqlite: SqliteModule, file: string, options: SqliteStoreOptions): DatabaseSync {
  const database = new sqlite.DatabaseSync(file);
  const synchronous = options.synchronous === 'normal' ? 'normal' : 'full';
  database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT}`);
  useLog(database, file);
  database.exec(`pragma synchronous = ${synchronous}`);
  database.exec(`pragma wal_autocheckpoint = ${MAX_PAGES}; pragma journal_size_limit = ${LOG_LIMIT}`);
  database.exec('pragma trusted_schema = off; pragma temp_store = memory');
  if (options.maxBytes !== undefined) limitSize(database, options.maxBytes);
  return database;
}

/** SQLite needs shared memory for its log, which a file system may not have. It then keeps its other mode without an error. */
function useLog(database: DatabaseSync, file: string): void {
  const mode = database.prepare('pragma journal_mode = wal').get()?.journal_mode;
  if (mode === 'wal' || file === IN_MEMORY) return;
  const message = `The file system of the store file ${file} does not support a write-ahead log: put the file on a local disk.`;
  throw new StoreError('STORE_FAILED', message);
}

/** Returns the error of a store that could not be opened. Those of the system and of SQLite name no file. */
function openingFailure(file: string, error: unknown): unknown {
  if (StoreError.isInstance(error)) return error;
  const reason = error instanceof Error ? error.message : String(error);
  const remedy = isRefusedAccess(error)
    ? '. The process needs write access to the folder and all files of the store.'
    : '';
  return new StoreError('STORE_FAILED', `The store file ${file} could not be opened: ${reason}${remedy}`, error);
}

function isRefusedAccess(error: unknown): boolean {
  return error instanceof Error && 'code' in error && REFUSED_ACCESS.has(error.code);
}

/**
 * Returns whether Node can sync files. Under its permission model it cannot, even with all permissions; SQLite then
 * syncs and waits.
 */
function maySync(): boolean {
  return process.permission === undefined;
}

/**
 * Makes commits return without waiting for the disk. SQLite still waits if the order matters: before and after it
 * copies the log into the file, and for the header of a restarted log.
 */
function syncAfterCommits(writer: DatabaseSync, disk: Disk): LogSync {
  writer.exec('pragma synchronous = normal');
  const counter = writer.prepare('select total_changes() as changes');
  // SQLite follows symbolic links: the log is next to the target.
  return createLogSync({ file: `${writer.location()}-wal`, changes: () => Number(counter.get()?.changes), disk });
}

/**
 * Creates the checkpointer. Undefined if this process may not read the log, for example in a linked folder under the
 * permission model; SQLite then copies the log.
 */
function copyLog(writer: DatabaseSync): Checkpointer | undefined {
  const file = String(writer.location());
  const copyInThread = (pages: number): void => writer.exec(`pragma wal_autocheckpoint = ${pages}`);
  try {
    const length = openLogLength(`${file}-wal`, pageSizeOf(writer));
    return createCheckpointer({ length, start: (failed) => startCheckpointThread(file, failed), copyInThread });
  } catch {
    copyInThread(CHECKPOINT_PAGES);
    return undefined;
  }
}

function pageSizeOf(database: DatabaseSync): number {
  return Number(database.prepare('pragma page_size').get()?.page_size);
}

function limitSize(database: DatabaseSync, maxBytes: number): void {
  database.exec(`pragma max_page_count = ${Math.max(1, Math.floor(maxBytes / pageSizeOf(database)))}`);
}
