import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { MariaDbTransactionQueries } from '../../../src/mariadb.ts';
import type { LibraryTransaction, OpenLibrary } from '../host-library.ts';

/** The part of a connection that the tests use. */
interface Connection {
  // biome-ignore lint/suspicious/noExplicitAny: the driver does not know the rows either.
  query(text: string, values?: unknown[]): Promise<any>;
  beginTransaction(): Promise<void>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
  release(): Promise<void>;
}

const onConnection = (connection: Connection): LibraryTransaction<MariaDbTransactionQueries> => ({
  joinable: {
    queryRows: (text, parameters) => connection.query(text, [...parameters]),
    changeRows: async (text, parameters) => (await connection.query(text, [...parameters])).affectedRows,
  },
  async insertTag(name) {
    await connection.query('insert into tags (name) values (?)', [name]);
  },
});

/**
 * Returns a function that opens the driver `mariadb`, for which the host writes the functions itself. Prisma installs it into
 * its folder.
 */
export const createDriverOpener =
  (folder: string): OpenLibrary<MariaDbTransactionQueries> =>
  async (connectionString) => {
    const { createPool } = await import(
      /* @vite-ignore */ pathToFileURL(join(folder, 'node_modules/mariadb/promise.js')).href
    );
    const pool = createPool(connectionString);
    return {
      async transaction(work) {
        const connection: Connection = await pool.getConnection();
        try {
          await connection.query('set transaction isolation level read committed');
          await connection.beginTransaction();
          const result = await work(onConnection(connection));
          await connection.commit();
          return result;
        } catch (error) {
          await connection.rollback();
          throw error;
        } finally {
          await connection.release();
        }
      },
      reportsRollback: false,
      close: () => pool.end(),
    };
  };
