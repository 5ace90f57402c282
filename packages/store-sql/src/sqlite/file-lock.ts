import { accessSync, constants } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { StoreError } from '@portcullis/core/ports';
import type { SqliteModule } from './load-sqlite.ts';
import { isBusy } from './when-free.ts';

/**
 * Locks the file for this store, by an exclusive lock on an empty database next to it. The operating system releases
 * the lock when the process ends in any way: there are no stale locks.
 *
 * @returns the lock; close it to release the file.
 * @throws StoreError `STORE_LOCKED` when another store holds it, in this process or in another one. Other errors are those of the system
 * and of SQLite.
 */
export function lockFile(sqlite: SqliteModule, file: string): Pick<DatabaseSync, 'close'> {
  // SQLite would take no lock on a file that it may not write, and report success.
  accessSync(`${file}-lock`, constants.W_OK);
  const lock = new sqlite.DatabaseSync(`${file}-lock`);
  try {
    lock.exec('pragma busy_timeout = 0; begin exclusive');
    return lock;
  } catch (cause) {
    lock.close();
    if (!isBusy(cause)) throw cause;
    const message = `The store file ${file} is in use by another store, here or in another process (lock: ${file}-lock).`;
    throw new StoreError('STORE_LOCKED', message, cause);
  }
}
