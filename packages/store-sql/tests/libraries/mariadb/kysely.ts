import { CamelCasePlugin, Kysely, MysqlDialect, ParseJSONResultsPlugin, type Transaction } from 'kysely';
import { createPool } from 'mysql2';
import { fromKysely, type MariaDbTransactionQueries } from '../../../src/mariadb.ts';
import type { LibraryTransaction, OpenLibrary } from '../host-library.ts';

interface Tables {
  readonly tags: { name: string };
}

/** Plugins that change names and values of results, as a host may have them. */
const plugins = [new CamelCasePlugin(), new ParseJSONResultsPlugin()];

const inKysely = (trx: Transaction<Tables>): LibraryTransaction<MariaDbTransactionQueries> => ({
  joinable: fromKysely(trx),
  async insertTag(name) {
    await trx.insertInto('tags').values({ name }).execute();
  },
});

/** Kysely on `mysql2`. */
export const openKysely: OpenLibrary<MariaDbTransactionQueries> = async (uri) => {
  const db = new Kysely<Tables>({ dialect: new MysqlDialect({ pool: createPool({ uri }) }), plugins });
  return {
    transaction: (work) =>
      db
        .transaction()
        .setIsolationLevel('read committed')
        .execute((trx) => work(inKysely(trx))),
    reportsRollback: false,
    withoutTransaction: () => fromKysely(db),
    close: () => db.destroy(),
  };
};
