/**
 * The store in one SQLite file: the embedded default.
 *
 * @packageDocumentation
 */
export { createSqliteStore } from './sqlite/create-sqlite-store.ts';
export type { SqliteStoreOptions } from './sqlite/sqlite-store-options.ts';
