import postgres, { type TransactionSql } from 'postgres';
import type { LibraryTransaction, OpenLibrary } from './host-library.ts';

const inPostgresJs = (tx: TransactionSql): LibraryTransaction => ({
  joinable: { queryText: (text, parameters) => tx.unsafe(text, [...parameters]) },
  async insertTag(name) {
    await tx`insert into tags (name) values (${name})`;
  },
  nested: (work) => tx.savepoint((nested) => work(inPostgresJs(nested))) as ReturnType<typeof work>,
});

/** postgres.js, for which the host writes the function itself. */
export const openPostgresJs: OpenLibrary = async (connectionString) => {
  const sql = postgres(connectionString, { onnotice: () => {} });
  return {
    transaction: (work) => sql.begin((tx) => work(inPostgresJs(tx))) as ReturnType<typeof work>,
    reportsRollback: true,
    close: () => sql.end(),
  };
};
