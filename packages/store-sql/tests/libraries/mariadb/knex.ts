import knex, { type Knex } from 'knex';
import { fromKnex, type MariaDbTransactionQueries } from '../../../src/mariadb.ts';
import type { LibraryTransaction, OpenLibrary } from '../host-library.ts';

const inKnex = (trx: Knex.Transaction): LibraryTransaction<MariaDbTransactionQueries> => ({
  joinable: fromKnex(trx),
  async insertTag(name) {
    await trx('tags').insert({ name });
  },
  nested: (work) => trx.transaction((nested) => work(inKnex(nested))),
});

/** Knex on `mysql2`. */
export const openKnex: OpenLibrary<MariaDbTransactionQueries> = async (uri) => {
  const db = knex({ client: 'mysql2', connection: { uri } });
  return {
    transaction: (work) => db.transaction((trx) => work(inKnex(trx)), { isolationLevel: 'read committed' }),
    reportsRollback: false,
    withoutTransaction: () => fromKnex(db as unknown as Knex.Transaction),
    close: () => db.destroy(),
  };
};
