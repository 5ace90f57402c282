import { createStore, type Store } from '@portcullis/core/ports';
import { createSqliteEngine } from './sqlite-engine.ts';
import type { SqliteStoreOptions } from './sqlite-store-options.ts';

/**
 * Creates a `Store` in one SQLite file, with Node's built-in SQLite.
 *
 * One process at a time can use the file: `open()` rejects with `STORE_LOCKED` while another store has it. Transactions
 * run one after another; reads outside transactions see committed data and do not wait. After a failed sync to the
 * disk, writes reject with `STORE_SYNC_FAILED`.
 *
 * @example
 * const store = createSqliteStore({ file: './data/portcullis.db' });
 */
export function createSqliteStore(options: SqliteStoreOptions): Store {
  return createStore(createSqliteEngine(options));
}
