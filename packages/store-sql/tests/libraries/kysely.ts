import { CamelCasePlugin, Kysely, ParseJSONResultsPlugin, PostgresDialect, type Transaction } from 'kysely';
import { PostgresJSDialect } from 'kysely-postgres-js';
import { Pool } from 'pg';
import postgres from 'postgres';
import { fromKysely } from '../../src/postgres.ts';
import type { LibraryTransaction, OpenLibrary } from './host-library.ts';

interface Tables {
  readonly tags: { name: string };
}

/** Plugins that change names and values of results, as a host may have them. */
const plugins = [new CamelCasePlugin(), new ParseJSONResultsPlugin()];

const inKysely = (trx: Transaction<Tables>): LibraryTransaction => ({
  joinable: fromKysely(trx),
  async insertTag(name) {
    await trx.insertInto('tags').values({ name }).execute();
  },
});

const onDialect = (db: Kysely<Tables>, reportsRollback: boolean): ReturnType<OpenLibrary> =>
  Promise.resolve({
    transaction: (work) => db.transaction().execute((trx) => work(inKysely(trx))),
    reportsRollback,
    withoutTransaction: () => fromKysely(db),
    close: () => db.destroy(),
  });

/** Kysely on `pg`. */
export const openKysely: OpenLibrary = (connectionString) =>
  onDialect(
    new Kysely({
      dialect: new PostgresDialect({ pool: new Pool({ connectionString }).on('error', () => {}) }),
      plugins,
    }),
    true,
  );

/** Kysely on postgres.js. */
export const openKyselyOnPostgresJs: OpenLibrary = (connectionString) =>
  onDialect(
    new Kysely({
      dialect: new PostgresJSDialect({ postgres: postgres(connectionString, { onnotice: () => {} }) }),
      plugins,
    }),
    false,
  );
