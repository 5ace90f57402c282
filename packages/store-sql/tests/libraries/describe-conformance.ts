import { TABLES, type TableName } from '@portcullis/core';
import { storeConformance } from '@portcullis/testing';
import { openPostgresDatabase, type PostgresDatabase } from '@portcullis/testing/postgres';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { SQL_TABLES } from '../../src/schema/sql-table.ts';
import type { OpenLibrary } from './host-library.ts';
import { createJoinablePostgres } from './joinable-postgres.ts';
import { createStoreThroughLibrary, type JoinableDatabase } from './store-through-library.ts';

const isSample = process.env.PORTCULLIS_TESTS === 'sampled';
/** In a sample, each library runs one eighth of the cases, and eight libraries run all of them. */
const SHARES = 8;
// Placeholders of libraries, which must stay unchanged in a name.
const schema = 'a "?" $1';

/** Declares that a store whose transactions are those of a library passes the conformance kit. */
export function describeConformance(libraries: readonly (readonly [string, OpenLibrary])[]): void {
  let server: PostgresDatabase;
  let admin: Client;

  beforeAll(async () => {
    server = await openPostgresDatabase({ settings: { deadlock_timeout: '20ms' } });
    admin = new Client(server.connectionString).on('error', () => {});
    await admin.connect();
  });
  afterAll(async () => {
    await admin?.end();
    await server?.stop();
  });

  async function dispose() {
    const names = (Object.keys(TABLES) as TableName[]).map((table) => SQL_TABLES[table].name);
    const tables = names.map((table) => `${admin.escapeIdentifier(schema)}.${table}`);
    await admin.query(tables.map((table) => `delete from ${table}`).join(';'));
  }
  describeCases(libraries, {
    shares: SHARES,
    createDatabase: () => createJoinablePostgres({ connectionString: server.connectionString, schema }),
    dispose,
  });
}

/** The databases of a run. */
interface ConformanceServer<Joinable> {
  /** In a sample, each library runs one of this number of shares of the cases. */
  readonly shares: number;
  createDatabase(): JoinableDatabase<Joinable>;
  /** Empties the tables. */
  dispose(): Promise<void>;
}

/** Declares the cases of the kit for each library. */
export function describeCases<Joinable>(
  libraries: readonly (readonly [string, OpenLibrary<Joinable>])[],
  { shares, createDatabase, dispose }: ConformanceServer<Joinable>,
): void {
  describe.each(libraries)('a store whose transactions are those of %s', (name, openLibrary) => {
    const position = libraries.findIndex(([each]) => each === name);
    const create = () => createStoreThroughLibrary(createDatabase(), openLibrary);
    const cases = storeConformance.filter(
      ({ needs }, index) => needs !== 'readsWholeTable' && (!isSample || index % shares === position),
    );
    it.each(cases.map((each) => [each.name, each] as const))('%s', (_behaviour, { run }) =>
      run({ create, createConcurrent: create, createAgain: create, dispose }),
    );
  });
}
