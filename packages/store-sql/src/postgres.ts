/**
 * The store on PostgreSQL, for several processes at once.
 *
 * @packageDocumentation
 */

export type { ObservableClient } from './postgres/commit-watch.ts';
export { createPostgresStore } from './postgres/create-postgres-store.ts';
export type { CommittingHost, HostTransaction } from './postgres/host-transaction.ts';
export type {
  PostgresClient,
  PostgresPool,
  PostgresPoolClient,
  PostgresQuery,
  PostgresResult,
} from './postgres/postgres-client.ts';
export type { PostgresPoolOptions, PostgresStoreOptions } from './postgres/postgres-store-options.ts';
