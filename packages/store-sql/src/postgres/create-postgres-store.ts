import {
  createStore,
  type EngineOperations,
  type EngineTransaction,
  inOwnTransaction,
  type Store,
  StoreError,
} from '@portcullis/core/ports';
import { createCommitPoller } from '../connections/commit-poller.ts';
import { isMarkedRepeatable, markRepeatable } from '../connections/repeatable-failures.ts';
import type { Run } from '../operations/sql-operations.ts';
import { translateError } from '../operations/translate-error.ts';
import { isConnectionLoss } from './connection-loss.ts';
import { joinTransaction } from './host-transaction.ts';
import type { OpenPostgres } from './open-postgres.ts';
import { beginTransaction } from './own-transaction.ts';
import type { PostgresResult } from './postgres-client.ts';
import { isRepeatable, POSTGRES_ERRORS } from './postgres-errors.ts';
import { createPostgresSignals } from './postgres-signals.ts';
import { keepsStatements, type PostgresStoreOptions } from './postgres-store-options.ts';
import { readOutcomes } from './read-outcomes.ts';
import { toRunResult } from './run-result.ts';
import { readSessionLimits } from './session-limits.ts';
import { createStatementNames } from './statement-names.ts';
import type { TakenConnection } from './take-connection.ts';

/** Maximum number of runs of a transaction that the server aborts because of other transactions. */
const MAX_ATTEMPTS = 10;
/** Maximum number of runs if the connection breaks before the commit. */
const MAX_CONNECTIONS = 3;

/**
 * Creates a `Store` on PostgreSQL (13 or later), for any number of processes.
 *
 * Needs the package `pg`, which is loaded when the store opens, like Kysely. The store repeats a transaction up to ten
 * times if the server aborts it because of another one (a deadlock, a serialization failure, a row that was locked for
 * too long), and up to three times if its connection breaks before the commit. The work of a transaction must therefore
 * have no other effects.
 *
 * @example
 * const store = createPostgresStore({ connectionString: process.env.DATABASE_URL });
 */
export function createPostgresStore(options: PostgresStoreOptions): Store {
  const limits = readSessionLimits(options);
  const isolates = options.rowLevelSecurity ?? false;
  let opening: Promise<OpenPostgres> | undefined;
  let open: OpenPostgres | undefined;

  function database(): OpenPostgres {
    if (!open) throw new StoreError('STORE_CLOSED', 'The store is used before open() has resolved.');
    return open;
  }

  const { signals, close: stopListening } = createPostgresSignals({
    schema: () => database().schema,
    connect: async () => database().connect(),
    ask: async (text, values) => database().ask(text, values),
  });

  /** A connection that broke during connect has run no statement, so another connection may be tried. */
  const take = (): Promise<TakenConnection> =>
    database()
      .take()
      .catch((error: unknown) => {
        throw translateError(POSTGRES_ERRORS, isConnectionLoss(error) ? markRepeatable(error) : error);
      });

  const askOutside = async (text: string, values: unknown[]): Promise<PostgresResult> => {
    const { rows } = await database().ask(text, values);
    return { command: 'SELECT', rowCount: rows.length, rows };
  };
  const commits = createCommitPoller((ids) => readOutcomes(askOutside, ids));

  const nameOf = keepsStatements(options) ? createStatementNames() : undefined;
  const begin = async ({ lockTimeoutMs }: { readonly lockTimeoutMs?: number | undefined } = {}) =>
    beginTransaction(database().operationsOn, await take(), { nameOf, lockTimeoutMs, isolates, ...limits });

  const runAlone: Run = async ({ sql, parameters }) => {
    const { run, brokenBy, release } = await take();
    const isUnsent = brokenBy() !== undefined;
    // The pool itself removes a broken connection.
    const response = run(sql, parameters).finally(() => release());
    return toRunResult(await (isUnsent ? response.catch((error) => Promise.reject(markRepeatable(error))) : response));
  };
  return createStore({
    shared: true,
    cell: options.cell ?? 0,
    ...(options.listen !== false && { signals }),
    oneWriter: false,
    get operations() {
      if (isolates) return operationsOfTheirOwn(begin);
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
      return joinTransaction(hostTransaction, { operationsOn, textOperationsOn, commits, ask: askOutside, isolates });
    },
    mayRepeat: (error, attempt) =>
      attempt < (isConnectionLoss(error) ? MAX_CONNECTIONS : MAX_ATTEMPTS) &&
      (isRepeatable(error) || isMarkedRepeatable(error)),
    async open() {
      opening ??= import('./open-postgres.ts').then(({ openPostgres }) => openPostgres(options, limits));
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

/**
 * Creates operations that each run in a separate transaction, because the tenant whose rows they may access is a
 * setting of the transaction.
 */
function operationsOfTheirOwn(begin: () => Promise<EngineTransaction>): EngineOperations {
  const within = (tenant?: string): EngineOperations => {
    const alone = <Result>(work: (operations: EngineOperations) => Promise<Result>): Promise<Result> =>
      inOwnTransaction(begin, (open) => work(tenant === undefined ? open : (open.scopedTo?.(tenant) ?? open)));
    return {
      insert: (table, row) => alone((open) => open.insert(table, row)),
      insertAbsent: (table, rows) => alone((open) => open.insertAbsent(table, rows)),
      restore: (table, rows) => alone((open) => open.restore(table, rows)),
      find: (table, query) => alone((open) => open.find(table, query)),
      count: (table, tests) => alone((open) => open.count(table, tests)),
      update: (table, tests, patch) => alone((open) => open.update(table, tests, patch)),
      remove: (table, tests) => alone((open) => open.remove(table, tests)),
      scopedTo: within,
    };
  };
  return within();
}
