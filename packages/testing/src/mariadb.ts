/**
 * A real MariaDB for tests, from the program of the machine.
 *
 * @packageDocumentation
 */
export { findMariaDb, NO_MARIADB } from './servers/mariadb/find-mariadb.ts';
export { type MariaDbDatabase, openMariaDbDatabase } from './servers/mariadb/shared/open-mariadb-database.ts';
export { type SharedMariaDb, shareMariaDb } from './servers/mariadb/shared/share-mariadb.ts';
export { type MariaDbOptions, type RunningMariaDb, startMariaDb } from './servers/mariadb/start-mariadb.ts';
