import { sql } from 'drizzle-orm';
import { type MySqlDatabase, mysqlTable, varchar } from 'drizzle-orm/mysql-core';
import { drizzle, type MySql2PreparedQueryHKT, type MySql2QueryResultHKT } from 'drizzle-orm/mysql2';
import { createPool } from 'mysql2/promise';
import { fromDrizzle, type MariaDbTransactionQueries } from '../../../src/mariadb.ts';
import type { LibraryTransaction, OpenLibrary } from '../host-library.ts';

const tags = mysqlTable('tags', { name: varchar({ length: 200 }).notNull() });

type Database = MySqlDatabase<MySql2QueryResultHKT, MySql2PreparedQueryHKT>;
type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

const inDrizzle = (tx: Transaction): LibraryTransaction<MariaDbTransactionQueries> => ({
  joinable: fromDrizzle(tx, sql),
  async insertTag(name) {
    await tx.insert(tags).values({ name });
  },
  nested: (work) => tx.transaction((nested) => work(inDrizzle(nested))),
});

/** Drizzle on `mysql2`. */
export const openDrizzle: OpenLibrary<MariaDbTransactionQueries> = async (uri) => {
  const pool = createPool({ uri });
  const db = drizzle({ client: pool });
  return {
    transaction: (work) => db.transaction((tx) => work(inDrizzle(tx)), { isolationLevel: 'read committed' }),
    reportsRollback: false,
    withoutTransaction: () => fromDrizzle(db as unknown as Transaction, sql),
    close: () => pool.end(),
  };
};
