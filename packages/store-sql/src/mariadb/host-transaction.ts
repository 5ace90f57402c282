import { type EngineOperations, StoreError } from '@portcullis/core/ports';
import type { CommitPoller } from '../connections/commit-poller.ts';
import type { SqlOperations } from '../operations/sql-operations.ts';
import { countsMatches, markTransaction } from './commit-marks.ts';
import { createInTurn } from './in-turn.ts';
import type { MariaDbCallbackConnection, MariaDbConnection } from './mariadb-client.ts';
import { createQueryRunner, type QueryRunner } from './query-runner.ts';
import { createLibraryRunner } from './text/library-runner.ts';
import type { MariaDbTransactionQueries } from './transactions/transaction-queries.ts';

/**
 * A transaction that the host has begun and will end: a connection of `mysql2` or `mysql2/promise` on which
 * `beginTransaction` was called, any connection with a function that reports the commit, or the transaction of a library, from
 * `fromDrizzle` and similar functions.
 */
export type MariaDbHostTransaction =
  | MariaDbConnection
  | MariaDbCallbackConnection
  | CommittingMariaDbHost
  | MariaDbTransactionQueries;

/** A connection, and a function with which the host itself reports the commit of its transaction. */
export interface CommittingMariaDbHost {
  readonly connection: MariaDbConnection | MariaDbCallbackConnection;
  /** Runs an action after the commit, never after a roll-back. */
  readonly afterCommit: (action: () => void) => void;
}

/** Dependencies of joining a transaction. */
export interface JoinDependencies {
  readonly operationsOn: SqlOperations;
  /** The operations for transactions of libraries. */
  readonly textOperationsOn: SqlOperations;
  /** The outcomes of marked transactions. */
  readonly commits: CommitPoller;
}

/** Operations in a transaction of the host. */
export type JoinedOperations = EngineOperations & { afterCommit(action: () => void): void };

/**
 * Runs the store's operations in a transaction of the host.
 *
 * @throws StoreError `STORE_INPUT_INVALID` for anything but a {@link MariaDbHostTransaction}.
 */
export function joinTransaction(hostTransaction: unknown, dependencies: JoinDependencies): JoinedOperations {
  const { operationsOn, textOperationsOn, commits } = dependencies;
  if (reportsCommit(hostTransaction)) {
    const run = createQueryRunner(connectionOf(hostTransaction.connection));
    const { afterCommit } = hostTransaction;
    return { ...operationsOn(createInTurn(({ sql, parameters }) => run(sql, parameters))), afterCommit };
  }
  if (hasMethods(hostTransaction, 'queryRows', 'changeRows')) {
    const run = createLibraryRunner(hostTransaction as unknown as MariaDbTransactionQueries);
    return joinMarked(run, textOperationsOn, commits, async () => {
      const id = await markTransaction(run);
      if (id !== undefined && !(await countsMatches(run, id))) throw countsChanges();
      return id;
    });
  }
  const run = createQueryRunner(connectionOf(hostTransaction));
  return joinMarked(run, operationsOn, commits, () => markTransaction(run));
}

/** @param mark - marks the transaction, and returns the id of the mark; undefined if no transaction is open. */
function joinMarked(
  run: QueryRunner,
  operationsOn: SqlOperations,
  commits: CommitPoller,
  mark: () => Promise<string | undefined>,
): JoinedOperations {
  let marking: Promise<string> | undefined;
  const marked = (): Promise<string> => {
    marking ??= mark().then((id) => {
      if (id === undefined) throw withoutTransaction();
      // Every mark is removed after the commit, whether actions wait for it or not.
      commits.afterCommit(id, () => {});
      return id;
    });
    return marking;
  };
  const send = createInTurn(async ({ sql, parameters }) => {
    await marked();
    return run(sql, parameters);
  });
  const afterCommit = (action: () => void): void => {
    // A transaction without a mark has failed: it is never committed.
    marked()
      .then((id) => commits.afterCommit(id, action))
      .catch(() => {});
  };
  return { ...operationsOn(send), afterCommit };
}

function reportsCommit(value: unknown): value is CommittingMariaDbHost {
  return hasMethods(value, 'afterCommit') && 'connection' in value;
}

function connectionOf(value: unknown): MariaDbConnection {
  if (hasMethods(value, 'promise')) return (value as unknown as MariaDbCallbackConnection).promise();
  if (hasMethods(value, 'query', 'execute')) return value as unknown as MariaDbConnection;
  const message =
    'join() takes a connection of mysql2 or mysql2/promise, the result of fromDrizzle() or a similar function, or { connection, afterCommit(action) }.';
  throw new StoreError('STORE_INPUT_INVALID', message);
}

/** Outside a transaction, each write would be committed separately. */
function withoutTransaction(): StoreError {
  const message = 'No transaction is open on the connection that was passed to join(): await its begin first.';
  return new StoreError('STORE_INPUT_INVALID', message);
}

/** A compare-and-set would take a row that has the new values already for one that another process has changed. */
function countsChanges(): StoreError {
  const message =
    'The connection of the transaction counts changed rows instead of matched ones: do not switch off the flag FOUND_ROWS (foundRows).';
  return new StoreError('STORE_INPUT_INVALID', message);
}

function hasMethods(value: unknown, ...names: readonly string[]): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return names.every((name) => name in value && typeof (value as Record<string, unknown>)[name] === 'function');
}
