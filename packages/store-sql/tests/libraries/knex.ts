import knex, { type Knex } from 'knex';
import { fromKnex } from '../../src/postgres.ts';
import type { LibraryTransaction, OpenLibrary } from './host-library.ts';

const inKnex = (trx: Knex.Transaction): LibraryTransaction => ({
  joinable: fromKnex(trx),
  async insertTag(name) {
    await trx('tags').insert({ name });
  },
  nested: (work) => trx.transaction((nested) => work(inKnex(nested))),
});

/** Knex on `pg`, which is its only driver for PostgreSQL. */
export const openKnex: OpenLibrary = async (connectionString) => {
  const db = knex({ client: 'pg', connection: connectionString });
  return {
    transaction: (work) => db.transaction((trx) => work(inKnex(trx))),
    reportsRollback: false,
    withoutTransaction: () => fromKnex(db as unknown as Knex.Transaction),
    close: () => db.destroy(),
  };
};
