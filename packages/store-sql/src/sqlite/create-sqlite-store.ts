import { createStore, type Store } from '@portcullis/core/ports';
import { createSqliteEngine } from './sqlite-engine.ts';
import type { SqliteStoreOptions } from './sqlite-store-options.ts';

/**
 * Makes a `Store` in one SQLite file, with the SQLite that Node contains.
 *
 * One process uses the file at a time: `open()` rejects with `STORE_LOCKED` while another store has it. Transactions run one
 * after the other; reads outside of them see what is committed and do not wait. When the disk fails to take a commit, writes
 * reject with `STORE_SYNC_FAILED` from then on.
 *
 * @example
 * const store = createSqliteStore({ file: './data/portcullis.db' });
 */
export function createSqliteStore(options: SqliteStoreOptions): Store {
  return createStore(createSqliteEngine(options));
}
