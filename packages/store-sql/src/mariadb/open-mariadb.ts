import type { Socket } from 'node:net';
import { idRangeOf } from '@portcullis/core/ports';
import { Kysely } from 'kysely';
import type { PoolOptions } from 'mysql2/promise';
import { explainUnreadable } from '../connections/connection-string.ts';
import { destroyLate } from '../connections/destroy-late.ts';
import { migrate } from '../migrations/migrate.ts';
import { createCompiler } from '../operations/compiler.ts';
import { createSqlOperations, type SqlOperations } from '../operations/sql-operations.ts';
import { translateError, unreachable } from '../operations/translate-error.ts';
import type { RowSource } from '../schema/row-source.ts';
import type { AnyTables, SqlFlavour } from '../schema/sql-flavour.ts';
import { checkServer } from './check-server.ts';
import { prepareMarks } from './commit-marks.ts';
import { isConnectionLoss } from './connection-loss.ts';
import { createKyselyDriver } from './kysely-driver.ts';
import type { MariaDbPool } from './mariadb-client.ts';
import { MARIADB_ERRORS } from './mariadb-errors.ts';
import { MARIADB_FLAVOUR } from './mariadb-flavour.ts';
import { createMariaDbSequences, enterIdRange } from './mariadb-sequences.ts';
import { isPool, type MariaDbStoreOptions } from './mariadb-store-options.ts';
import { readOpeningSettings } from './session-settings.ts';
import { prepareSignals } from './signals/signal-log.ts';
import { createTake, type TakenConnection, withConnection } from './take-connection.ts';
import { MARIADB_TEXT_FLAVOUR } from './text/text-flavour.ts';

/** The defaults of pools that the store creates. */
const POOL_DEFAULTS = {
  charset: 'utf8mb4_unicode_ci',
  connectTimeout: 10_000,
  enableKeepAlive: true,
  keepAliveInitialDelay: 5000,
};

/** An open database. */
export interface OpenMariaDb {
  /** The operations of the port as statements of MariaDB. */
  readonly operationsOn: SqlOperations;
  /** The same for connections of other libraries: results are text. */
  readonly textOperationsOn: SqlOperations;
  /** Returns how many of the given number of rows one statement writes. */
  readonly atOnce: RowSource['atOnce'];
  /** Takes a connection. */
  take(): Promise<TakenConnection>;
  /** Ends the connections. */
  close(): Promise<void>;
}

/**
 * Connects, creates missing tables and migrates them to the newest schema. Import this module late, because it loads
 * Kysely. `mysql2` is loaded here, and only if the store creates the pool.
 *
 * @param settings - the statements that prepare a session for transactions.
 */
export async function openMariaDb(options: MariaDbStoreOptions, settings: readonly string[]): Promise<OpenMariaDb> {
  const range = idRangeOf(options.cell);
  const { pool, end } = await poolOf(options).catch((error) => {
    throw explainUnreadable(error);
  });
  const take = createTake(pool, readOpeningSettings(options));
  const takeToOpen = () =>
    take().catch((error) => {
      throw unreachable(error);
    });
  const db = new Kysely<AnyTables>({
    dialect: { ...MARIADB_FLAVOUR.language, createDriver: () => createKyselyDriver(takeToOpen) },
  });
  try {
    await withConnection(takeToOpen, ({ run }) => checkServer(run));
    await migrate(db, MARIADB_FLAVOUR);
    await withConnection(takeToOpen, async ({ run }) => {
      await prepareMarks(run);
      await prepareSignals(run);
    });
    if (options.cell !== undefined) await withConnection(takeToOpen, ({ run }) => enterIdRange(run, range));
    const compiler = createCompiler(MARIADB_FLAVOUR);
    const operationsIn = (flavour: SqlFlavour): SqlOperations =>
      createSqlOperations(compiler, flavour, createMariaDbSequences(range));
    return {
      operationsOn: operationsIn(MARIADB_FLAVOUR),
      textOperationsOn: operationsIn(MARIADB_TEXT_FLAVOUR),
      atOnce: MARIADB_FLAVOUR.rowSource.atOnce,
      // It prepares the sessions again, with the settings of transactions.
      take: createTake(pool, settings),
      close: end,
    };
  } catch (error) {
    await end();
    throw translateError(MARIADB_ERRORS, error);
  }
}

async function poolOf(options: MariaDbStoreOptions): Promise<{ pool: MariaDbPool; end: () => Promise<void> }> {
  if (options.pool && isPool(options.pool)) {
    const pool = 'promise' in options.pool ? options.pool.promise() : options.pool;
    return { pool, end: async () => {} };
  }
  const { createPool } = await import('mysql2/promise');
  const config = {
    ...POOL_DEFAULTS,
    ...(options.connectionString !== undefined && { uri: options.connectionString }),
    ...options.pool,
  };
  const pool = createPool(config as PoolOptions);
  const sockets = new Set<Socket>();
  pool.on('connection', (connection) => {
    const { stream } = connection as unknown as { readonly stream: Socket };
    sockets.add(stream);
    stream.once('close', () => sockets.delete(stream));
  });
  return {
    pool,
    async end() {
      destroyLate(() => sockets).unref();
      await pool.end().catch((error) => {
        if (!isConnectionLoss(error)) throw error;
      });
    },
  };
}
