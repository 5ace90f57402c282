import { type EngineOperations, StoreError } from '@portcullis/core/ports';
import type { CommitPoller } from '../connections/commit-poller.ts';
import type { SqlOperations } from '../operations/sql-operations.ts';
import { markTransaction } from './commit-marks.ts';
import { createInTurn } from './in-turn.ts';
import type { MariaDbCallbackConnection, MariaDbConnection } from './mariadb-client.ts';
import { createQueryRunner } from './query-runner.ts';

/**
 * A transaction that the host has begun and will end: a connection of `mysql2` or `mysql2/promise` on which
 * `beginTransaction` was called, or any connection with a function that reports the commit.
 */
export type MariaDbHostTransaction = MariaDbConnection | MariaDbCallbackConnection | CommittingMariaDbHost;

/** A connection, and a function with which the host itself reports the commit of its transaction. */
export interface CommittingMariaDbHost {
  readonly connection: MariaDbConnection | MariaDbCallbackConnection;
  /** Runs an action after the commit, never after a roll-back. */
  readonly afterCommit: (action: () => void) => void;
}

/** Dependencies of joining a transaction. */
export interface JoinDependencies {
  readonly operationsOn: SqlOperations;
  /** The outcomes of marked transactions. */
  readonly commits: CommitPoller;
}

/**
 * Runs the store's operations in a transaction of the host.
 *
 * @throws StoreError `STORE_INPUT_INVALID` for anything but a {@link MariaDbHostTransaction}.
 */
export function joinTransaction(
  hostTransaction: unknown,
  { operationsOn, commits }: JoinDependencies,
): EngineOperations & { afterCommit(action: () => void): void } {
  if (reportsCommit(hostTransaction)) {
    const run = createQueryRunner(connectionOf(hostTransaction.connection));
    const { afterCommit } = hostTransaction;
    return { ...operationsOn(createInTurn(({ sql, parameters }) => run(sql, parameters))), afterCommit };
  }
  const run = createQueryRunner(connectionOf(hostTransaction));
  let marking: Promise<string> | undefined;
  const mark = (): Promise<string> => {
    marking ??= markTransaction(run).then((id) => {
      if (id === undefined) throw withoutTransaction();
      // Every mark is removed after the commit, whether actions wait for it or not.
      commits.afterCommit(id, () => {});
      return id;
    });
    return marking;
  };
  const send = createInTurn(async ({ sql, parameters }) => {
    await mark();
    return run(sql, parameters);
  });
  const afterCommit = (action: () => void): void => {
    // A transaction without a mark has failed: it is never committed.
    mark()
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
  const message = 'join() takes a connection of mysql2 or mysql2/promise, or { connection, afterCommit(action) }.';
  throw new StoreError('STORE_INPUT_INVALID', message);
}

/** Outside a transaction, each write would be committed separately. */
function withoutTransaction(): StoreError {
  const message = 'No transaction is open on the connection that was passed to join(): await its begin first.';
  return new StoreError('STORE_INPUT_INVALID', message);
}

function hasMethods(value: unknown, ...names: readonly string[]): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return names.every((name) => name in value && typeof (value as Record<string, unknown>)[name] === 'function');
}
