import { findMariaDb, type MariaDbDatabase, NO_MARIADB, openMariaDbDatabase } from '@portcullis/testing/mariadb';
import { type Connection, createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { SQL_TABLES } from '../../../src/schema/sql-table.ts';
import { describeCases } from '../describe-conformance.ts';
import { createJoinableMariaDb } from './joinable-mariadb.ts';
import { MARIADB_LIBRARIES } from './libraries.ts';

it.skipIf(findMariaDb())('needs MariaDB', ({ skip }) => skip(NO_MARIADB));

describe.runIf(findMariaDb())('on MariaDB', () => {
  let database: MariaDbDatabase;
  let administrator: Connection;

  beforeAll(async () => {
    database = await openMariaDbDatabase();
    administrator = await createConnection({ uri: database.connectionString, multipleStatements: true });
  });
  afterAll(async () => {
    await administrator?.end();
    await database?.stop();
  });

  describeCases(MARIADB_LIBRARIES, {
    shares: 2 * MARIADB_LIBRARIES.length,
    createDatabase: () => createJoinableMariaDb(database.connectionString),
    async dispose() {
      const tables = Object.values(SQL_TABLES).map(({ name }) => `delete from ${name}`);
      await administrator.query(tables.join(';'));
    },
  });
});
