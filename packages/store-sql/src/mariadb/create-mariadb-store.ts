import { createStore, type EngineOperations, inOwnTransaction, type Store, StoreError } from '@portcullis/core/ports';
import { createCommitPoller } from '../connections/commit-poller.ts';
import { readMilliseconds } from '../connections/read-milliseconds.ts';
import { isMarkedRepeatable, markRepeatable } from '../connections/repeatable-failures.ts';
import type { Run } from '../operations/sql-operations.ts';
import { translateError } from '../operations/translate-error.ts';
import { readOutcomes } from './commit-marks.ts';
import { isConnectionLoss } from './connection-loss.ts';
import { joinTransaction } from './host-transaction.ts';
import { isRepeatable, MARIADB_ERRORS } from './mariadb-errors.ts';
import { isPool, type MariaDbStoreOptions } from './mariadb-store-options.ts';
import type { OpenMariaDb } from './open-mariadb.ts';
import { beginTransaction } from './own-transaction.ts';
import { readSessionSettings } from './session-settings.ts';
import { createMariaDbSignals } from './signals/mariadb-signals.ts';
import { type TakenConnection, withConnection } from './take-connection.ts';

/** Maximum number of runs of a transaction that the server aborts because of other transactions. */
const MAX_ATTEMPTS = 10;
/** Maximum number of runs if the connection breaks before the commit. */
const MAX_CONNECTIONS = 3;
const DEFAULT_SIGNAL_POLL_MS = 500;

/**
 * Creates a `Store` on MariaDB (10.6 or later), for any number of processes.
 *
 * Needs the package `mysql2`, which is loaded when the store opens, like Kysely. The store repeats a transaction up to ten
 * times if the server aborts it because of another one (a deadlock, a row that was locked for too long), and up to three
 * times if its connection breaks before the commit. The work of a transaction must therefore have no other effects.
 *
 * @example
 * const store = createMariaDbStore({ connectionString: process.env.DATABASE_URL });
 */
export function createMariaDbStore(options: MariaDbStoreOptions): Store {
  const settings = readSessionSettings(options);
  const pollMs = readMilliseconds('signalPollMs', options.signalPollMs, DEFAULT_SIGNAL_POLL_MS);
  const setsIsolation = options.pool !== undefined && isPool(options.pool);
  let opening: Promise<OpenMariaDb> | undefined;
  let open: OpenMariaDb | undefined;

  function database(): OpenMariaDb {
    if (!open) throw new StoreError('STORE_CLOSED', 'The store is used before open() has resolved.');
    return open;
  }

  /** A connection that broke during connect has run no statement, so another connection may be tried. */
  const take = (): Promise<TakenConnection> =>
    database()
      .take()
      .catch((error: unknown) => {
        throw translateError(MARIADB_ERRORS, isConnectionLoss(error) ? markRepeatable(error) : error);
      });

  const commits = createCommitPoller((ids) => withConnection(take, ({ run }) => readOutcomes(run, ids)));

  const { signals, close: stopListening } = createMariaDbSignals({ pollMs, take });

  const begin = async ({ lockTimeoutMs }: { readonly lockTimeoutMs?: number | undefined } = {}) =>
    beginTransaction(database().operationsOn, await take(), { lockTimeoutMs, setsIsolation });

  const runAlone: Run = async ({ sql, parameters }) => {
    const { run, brokenBy, release } = await take();
    const isUnsent = brokenBy() !== undefined;
    // The pool itself removes a broken connection.
    return run(sql, parameters)
      .catch((error) => {
        const isUndone = isUnsent || MARIADB_ERRORS.isLockTimeout?.(error);
        throw isUndone ? markRepeatable(error) : error;
      })
      .finally(() => release());
  };

  return createStore({
    shared: true,
    cell: options.cell ?? 0,
    ...(pollMs > 0 && { signals }),
    oneWriter: false,
    get operations() {
      const alone = database().operationsOn(runAlone);
      const insertAbsent: EngineOperations['insertAbsent'] = (table, rows) =>
        rows.length > database().atOnce(rows.length)
          ? inOwnTransaction(begin, (transaction) => transaction.insertAbsent(table, rows))
          : alone.insertAbsent(table, rows);
      const restore: EngineOperations['restore'] = (table, rows) =>
        inOwnTransaction(begin, (transaction) => transaction.restore(table, rows));
      return { ...alone, insertAbsent, restore };
    },
    begin,
    join(hostTransaction) {
      const { operationsOn, textOperationsOn } = database();
      return joinTransaction(hostTransaction, { operationsOn, textOperationsOn, commits });
    },
    mayRepeat: (error, attempt) =>
      attempt < (isConnectionLoss(error) ? MAX_CONNECTIONS : MAX_ATTEMPTS) &&
      (isRepeatable(error) || isMarkedRepeatable(error)),
    async open() {
      opening ??= import('./open-mariadb.ts').then(({ openMariaDb }) => openMariaDb(options, settings));
      try {
        open = await opening;
      } catch (error) {
        opening = undefined;
        throw error;
      }
    },
    async close() {
      commits.stop();
      await stopListening();
      await open?.close();
      open = undefined;
    },
  });
}
