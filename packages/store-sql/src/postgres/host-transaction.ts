import { type EngineOperations, StoreError } from '@portcullis/core/ports';
import type { CommitPoller } from '../connections/commit-poller.ts';
import { hasMethods } from '../connections/has-methods.ts';
import type { Run, SqlOperations } from '../operations/sql-operations.ts';
import { type ObservableClient, watchCommit } from './commit-watch.ts';
import { isolatedOperations } from './isolated-operations.ts';
import type { PostgresClient, PostgresResult } from './postgres-client.ts';
import { createQueryRunner, type QueryRunner } from './query-runner.ts';
import { toRunResult } from './run-result.ts';
import { createTextRunner } from './text/text-runner.ts';
import type { TransactionQueries } from './transactions/transaction-queries.ts';

/**
 * A transaction that the host has begun and will end: a client of `pg` (8.21 or later) on which `begin` was called, any client
 * with a function that reports the commit, or the transaction of a library, from `fromDrizzle` and similar functions.
 */
export type HostTransaction = ObservableClient | CommittingHost | TransactionQueries;

/** A client, and a function with which the host itself reports the commit of its transaction. */
export interface CommittingHost {
  readonly client: PostgresClient;
  /** Runs an action after the commit, never after a roll-back. */
  readonly afterCommit: (action: () => void) => void;
}

/** Dependencies of joining a transaction. */
export interface JoinDependencies {
  readonly operationsOn: SqlOperations;
  /** The operations for transactions of libraries. */
  readonly textOperationsOn: SqlOperations;
  /** The outcomes of transactions of libraries. */
  readonly commits: CommitPoller;
  /** Runs a query outside of the transaction. */
  ask(text: string, values: unknown[]): Promise<PostgresResult>;
  /** True if each statement sets the tenant whose rows it may access. */
  readonly isolates: boolean;
}

/** Operations in a transaction of the host. */
export type JoinedOperations = EngineOperations & { afterCommit(action: () => void): void };

/**
 * Runs the store's operations in a transaction of the host.
 *
 * @throws StoreError `STORE_INPUT_INVALID` for anything but a {@link HostTransaction}.
 */
export function joinTransaction(hostTransaction: unknown, dependencies: JoinDependencies): JoinedOperations {
  if (hasMethods(hostTransaction, 'queryText')) return joinQueries(hostTransaction as TransactionQueries, dependencies);
  const { operationsOn, ask, isolates } = dependencies;
  const { client, afterCommit } = readHostTransaction(hostTransaction, ask);
  const run = hasMethods(client, 'getTransactionStatus') ? createQueryRunner(client) : createCheckedRunner(client);
  const send: Run = async ({ sql, parameters }) => toRunResult(await run(sql, parameters));
  return { ...operationsWith(operationsOn, send, isolates), afterCommit };
}

function joinQueries(queries: TransactionQueries, dependencies: JoinDependencies): JoinedOperations {
  const { textOperationsOn, commits, isolates } = dependencies;
  const { run, transactionId } = createTextRunner(queries);
  const afterCommit = (action: () => void) => {
    // A transaction without an id has failed: it is never committed.
    transactionId()
      .then((id) => commits.afterCommit(id, action))
      .catch(() => {});
  };
  return { ...operationsWith(textOperationsOn, run, isolates), afterCommit };
}

function operationsWith(operationsOn: SqlOperations, run: Run, isolates: boolean): EngineOperations {
  return isolates ? isolatedOperations(operationsOn, run, true) : operationsOn(run);
}

function readHostTransaction(hostTransaction: unknown, ask: JoinDependencies['ask']): CommittingHost {
  if (hasMethods(hostTransaction, 'query', 'on', 'getTransactionStatus')) {
    const client = hostTransaction as ObservableClient;
    refuseWithoutTransaction(client);
    return { client, afterCommit: watchCommit(client, ask) };
  }
  if (hasMethods(hostTransaction, 'afterCommit') && 'client' in hostTransaction) {
    const { client } = hostTransaction;
    const { afterCommit } = hostTransaction as unknown as CommittingHost;
    if (hasMethods(client, 'getTransactionStatus')) refuseWithoutTransaction(client as ObservableClient);
    if (hasMethods(client, 'query')) return { client: client as PostgresClient, afterCommit };
  }
  const message =
    'join() takes a client of pg 8.21 or later, the result of fromDrizzle() or a similar function, or { client, afterCommit(action) }.';
  throw new StoreError('STORE_INPUT_INVALID', message);
}

/** Outside a transaction, each write would be committed separately. */
function refuseWithoutTransaction(client: ObservableClient): void {
  const status = client.getTransactionStatus();
  if (status === 'T' || status === 'E') return;
  throw withoutTransaction();
}

/** The server accepts a savepoint only in an open transaction. */
const CHECK = 'savepoint portcullis_join; release savepoint portcullis_join';
/** `no_active_sql_transaction` */
const NO_TRANSACTION = '25P01';

/** Creates the runner of a client that does not report the state of its transaction: the server is asked before the first statement. */
function createCheckedRunner(client: PostgresClient): QueryRunner {
  const run = createQueryRunner(client);
  let checked: Promise<unknown> | undefined;
  return async (...query) => {
    checked ??= run(CHECK, []).catch((error: unknown) => {
      const { code } = (error ?? {}) as { readonly code?: unknown };
      throw code === NO_TRANSACTION ? withoutTransaction(error) : error;
    });
    await checked;
    return run(...query);
  };
}

function withoutTransaction(cause?: unknown): StoreError {
  const message = 'No transaction is open on the client that was passed to join(): await its begin first.';
  return new StoreError('STORE_INPUT_INVALID', message, cause);
}
