import { StoreError } from '@portcullis/core/ports';
import type { CommitPoller } from '../connections/commit-poller.ts';
import { hasMethods } from '../connections/has-methods.ts';
import type { SqlOperations } from '../operations/sql-operations.ts';
import { countsMatches, markTransaction } from './commit-marks.ts';
import type { MariaDbCallbackConnection, MariaDbConnection } from './mariadb-client.ts';
import { type JoinedOperations, joinMarked, joinReported } from './marked-transaction.ts';
import { createQueryRunner } from './query-runner.ts';
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

/**
 * Runs the store's operations in a transaction of the host.
 *
 * @throws StoreError `STORE_INPUT_INVALID` for anything but a {@link MariaDbHostTransaction}.
 */
export function joinTransaction(hostTransaction: unknown, dependencies: JoinDependencies): JoinedOperations {
  const { operationsOn, textOperationsOn, commits } = dependencies;
  if (reportsCommit(hostTransaction)) {
    const run = createQueryRunner(connectionOf(hostTransaction.connection));
    return joinReported(run, operationsOn, hostTransaction.afterCommit);
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

/** A compare-and-set would take a row that has the new values already for one that another process has changed. */
function countsChanges(): StoreError {
  const message =
    'The connection of the transaction counts changed rows instead of matched ones: do not switch off the flag FOUND_ROWS (foundRows).';
  return new StoreError('STORE_INPUT_INVALID', message);
}
