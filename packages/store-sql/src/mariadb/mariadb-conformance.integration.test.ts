import { findMariaDb, type MariaDbDatabase, NO_MARIADB, openMariaDbDatabase } from '@portcullis/testing/mariadb';
import { describeStore } from '@portcullis/testing/vitest';
import { type Connection, createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCompiler } from '../operations/compiler.ts';
import { createStatements } from '../operations/statements.ts';
import { SQL_TABLES } from '../schema/sql-table.ts';
import { createMariaDbStore } from './create-mariadb-store.ts';
import { MARIADB_FLAVOUR } from './mariadb-flavour.ts';

it.skipIf(findMariaDb())('needs MariaDB', ({ skip }) => skip(NO_MARIADB));

describe.runIf(findMariaDb())('on a real server', () => {
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

  async function dispose() {
    await administrator.query(
      Object.values(SQL_TABLES)
        .map(({ name }) => `delete from ${name}`)
        .join(';'),
    );
  }

  describeStore('MariaDB', () => {
    const create = () => createMariaDbStore({ connectionString: database.connectionString });
    return {
      create,
      createConcurrent: create,
      createAgain: create,
      async readsWholeTable(table, query) {
        const { sql, parameters } = createStatements(createCompiler(MARIADB_FLAVOUR), MARIADB_FLAVOUR).find(
          table,
          query,
        );
        const [rows] = await administrator.execute(`explain ${sql}`, parameters as (string | number)[]);
        return (rows as { readonly type: string }[]).some(({ type }) => type === 'ALL');
      },
      warn: (message) => expect.fail(message),
      dispose,
    };
  });
});
