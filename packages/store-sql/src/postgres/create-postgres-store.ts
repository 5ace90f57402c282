import { createStore, type Store } from '@portcullis/core/ports';
import { createCommitPoller } from '../connections/commit-poller.ts';
import { refuseSeveralHosts } from '../connections/connection-string.ts';
import { createLazyDatabase } from '../connections/lazy-database.ts';
import { createRetryLimits } from '../connections/retry-limits.ts';
import { markRetryable } from '../connections/retryable-failures.ts';
import { autocommitOperations } from '../operations/autocommit-operations.ts';
import type { Run } from '../operations/sql-operations.ts';
import { transactionPerOperation } from '../operations/transaction-per-operation.ts';
import { unreachable } from '../operations/translate-error.ts';
import { isConnectionLoss } from './connection-loss.ts';
import { joinTransaction } from './host-transaction.ts';
import { beginTransaction } from './own-transaction.ts';
import type { PostgresResult } from './postgres-client.ts';
import { isRetryable } from './postgres-errors.ts';
import { createPostgresSignals } from './postgres-signals.ts';
import { keepsStatements, POSTGRES_OPTION_NAMES, type PostgresStoreOptions } from './postgres-store-options.ts';
import { readOutcomes } from './read-outcomes.ts';
import { toRunResult } from './run-result.ts';
import { readSessionLimits } from './session-limits.ts';
import { createStatementNames } from './statement-names.ts';
import type { TakenConnection } from './take-connection.ts';

/**
 * Creates a `Store` on PostgreSQL (13 or later), for any number of processes.
 *
 * Needs the package `pg`, which is loaded when the store opens, like Kysely. The store runs a transaction up to ten
 * times if the server aborts it because of another one (a deadlock, a serialization failure, a row that was locked for
 * too long), and up to three times if its connection breaks before the commit. The work of a transaction must therefore
 * have no other effects.
 *
 * @example
 * const store = createPostgresStore({ connectionString: process.env.DATABASE_URL });
 */
export function createPostgresStore(options: PostgresStoreOptions): Store {
  refuseSeveralHosts(options.connectionString);
  const limits = readSessionLimits(options);
  const isolates = options.rowLevelSecurity ?? false;
  const database = createLazyDatabase(async () => {
    const { openPostgres } = await import('./open-postgres.ts');
    return openPostgres(options, limits);
  });

  const { signals, close: stopListening } = createPostgresSignals({
    schema: () => database.current().schema,
    connect: async () => database.current().connect(),
    ask: async (text, values) => askOutside(text, values),
  });

  /** A connection that broke during connect has run no statement, so another connection may be tried. */
  const take = (): Promise<TakenConnection> =>
    database
      .current()
      .take()
      .catch((error: unknown) => {
        throw unreachable(isConnectionLoss(error) ? markRetryable(error) : error);
      });

  const askOutside = (text: string, values: unknown[]): Promise<PostgresResult> => database.current().ask(text, values);
  const commits = createCommitPoller((ids) => readOutcomes(askOutside, ids));

  const names = keepsStatements(options) ? createStatementNames() : undefined;
  const begin = async ({ lockTimeoutMs }: { readonly lockTimeoutMs?: number | undefined } = {}) =>
    beginTransaction(database.current().operationsOn, await take(), { names, lockTimeoutMs, isolates, ...limits });

  const runAutocommit: Run = async ({ sql, parameters }) => {
    const { run, brokenBy, release } = await take();
    const isUnsent = brokenBy() !== undefined;
    // The pool itself removes a broken connection.
    const response = run(sql, parameters).finally(() => release());
    return toRunResult(await (isUnsent ? response.catch((error) => Promise.reject(markRetryable(error))) : response));
  };
  return createStore({
    shared: true,
    cell: options.cell ?? 0,
    factoryOptions: { given: options, known: POSTGRES_OPTION_NAMES },
    ...(options.listen !== false && { signals }),
    oneWriter: false,
    get operations() {
      // The tenant whose rows an operation may access is a setting of its transaction.
      if (isolates) return transactionPerOperation(begin);
      const { operationsOn, atOnce } = database.current();
      return autocommitOperations(operationsOn(runAutocommit), atOnce, begin);
    },
    begin,
    join(hostTransaction) {
      const { operationsOn, textOperationsOn } = database.current();
      return joinTransaction(hostTransaction, { operationsOn, textOperationsOn, commits, ask: askOutside, isolates });
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
