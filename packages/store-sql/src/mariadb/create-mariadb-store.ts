import { createStore, type Store } from '@portcullis/core/ports';
import { createCommitPoller } from '../connections/commit-poller.ts';
import { refuseSeveralHosts } from '../connections/connection-string.ts';
import { createLazyDatabase } from '../connections/lazy-database.ts';
import { readMilliseconds } from '../connections/read-milliseconds.ts';
import { createRetryLimits } from '../connections/retry-limits.ts';
import { markRetryable } from '../connections/retryable-failures.ts';
import { autocommitOperations } from '../operations/autocommit-operations.ts';
import type { Run } from '../operations/sql-operations.ts';
import { unreachable } from '../operations/translate-error.ts';
import { readOutcomes } from './commit-marks.ts';
import { isConnectionLoss } from './connection-loss.ts';
import { joinTransaction } from './host-transaction.ts';
import { isRetryable, MARIADB_ERRORS } from './mariadb-errors.ts';
import { isPool, MARIADB_OPTION_NAMES, type MariaDbStoreOptions } from './mariadb-store-options.ts';
import { beginTransaction } from './own-transaction.ts';
import { readSessionSettings } from './session-settings.ts';
import { createMariaDbSignals } from './signals/mariadb-signals.ts';
import { type TakenConnection, withConnection } from './take-connection.ts';

const DEFAULT_SIGNAL_POLL_MS = 500;

/**
 * Creates a `Store` on MariaDB (10.6 or later), for any number of processes.
 *
 * Needs the package `mysql2`, which is loaded when the store opens, like Kysely. The store runs a transaction up to ten
 * times if the server aborts it because of another one (a deadlock, a row that was locked for too long), and up to three
 * times if its connection breaks before the commit. The work of a transaction must therefore have no other effects.
 *
 * @example
 * const store = createMariaDbStore({ connectionString: process.env.DATABASE_URL });
 */
export function createMariaDbStore(options: MariaDbStoreOptions): Store {
  refuseSeveralHosts(options.connectionString);
  const settings = readSessionSettings(options);
  const pollMs = readMilliseconds('signalPollMs', options.signalPollMs, DEFAULT_SIGNAL_POLL_MS);
  const setsIsolation = options.pool !== undefined && isPool(options.pool);
  const database = createLazyDatabase(async () => {
    const { openMariaDb } = await import('./open-mariadb.ts');
    return openMariaDb(options, settings);
  });

  /** A connection that broke during connect has run no statement, so another connection may be tried. */
  const take = (): Promise<TakenConnection> =>
    database
      .current()
      .take()
      .catch((error: unknown) => {
        throw unreachable(isConnectionLoss(error) ? markRetryable(error) : error);
      });

  const commits = createCommitPoller((ids) => withConnection(take, ({ run }) => readOutcomes(run, ids)));

  const { signals, close: stopListening } = createMariaDbSignals({ pollMs, take });

  const begin = async ({ lockTimeoutMs }: { readonly lockTimeoutMs?: number | undefined } = {}) =>
    beginTransaction(database.current().operationsOn, await take(), { lockTimeoutMs, setsIsolation });

  const runAutocommit: Run = async ({ sql, parameters }) => {
    const { run, brokenBy, release } = await take();
    const isUnsent = brokenBy() !== undefined;
    // The pool itself removes a broken connection.
    return run(sql, parameters)
      .catch((error) => {
        const isUndone = isUnsent || MARIADB_ERRORS.isLockTimeout?.(error);
        throw isUndone ? markRetryable(error) : error;
      })
      .finally(() => release());
  };

  return createStore({
    shared: true,
    cell: options.cell ?? 0,
    factoryOptions: { given: options, known: MARIADB_OPTION_NAMES },
    ...(pollMs > 0 && { signals }),
    oneWriter: false,
    get operations() {
      const { operationsOn, atOnce } = database.current();
      return autocommitOperations(operationsOn(runAutocommit), atOnce, begin);
    },
    begin,
    join(hostTransaction) {
      const { operationsOn, textOperationsOn } = database.current();
      return joinTransaction(hostTransaction, { operationsOn, textOperationsOn, commits });
    },
    mayRetry: createRetryLimits({ isConnectionLoss, isRetryable }),
    open: database.open,
    async close() {
      commits.stop();
      await stopListening();
      await database.close();
    },
  });
}
