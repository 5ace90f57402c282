/**
 * The store on MariaDB, for several processes at once.
 *
 * @packageDocumentation
 */

export { createMariaDbStore } from './mariadb/create-mariadb-store.ts';
export type { CommittingMariaDbHost, MariaDbHostTransaction } from './mariadb/host-transaction.ts';
export type {
  MariaDbCallbackConnection,
  MariaDbCallbackPool,
  MariaDbConnection,
  MariaDbPool,
  MariaDbPoolConnection,
  MariaDbQuery,
} from './mariadb/mariadb-client.ts';
export type { MariaDbPoolOptions, MariaDbStoreOptions } from './mariadb/mariadb-store-options.ts';
