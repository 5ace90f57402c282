import { type EngineOperations, StoreError } from '@portcullis/core/ports';
import type { Run, SqlOperations } from '../operations/sql-operations.ts';
import { type ObservableClient, watchCommit } from './commit-watch.ts';
import { isolatedOperations } from './isolated-operations.ts';
import type { PostgresClient, PostgresResult } from './postgres-client.ts';
import { createQueryRunner } from './query-runner.ts';
import { toRunResult } from './run-result.ts';

/**
 * A transaction that the host has begun and will end: a client of `pg` (8.21 or later) on which `begin` was called,
 * or any client with a function that reports the commit.
 */
export type HostTransaction = ObservableClient | CommittingHost;

/** A client, and a function with which the host itself reports the commit of its transaction. */
export interface CommittingHost {
  readonly client: PostgresClient;
  /** Runs an action after the commit, never after a roll-back. */
  readonly afterCommit: (action: () => void) => void;
}

/**
 * Runs the store's operations in a transaction of the host.
 *
 * @param ask runs a query outside of that transaction.
 * @param isolates - true if each statement sets the tenant whose rows it may access.
 * @throws StoreError `STORE_INPUT_INVALID` for anything but a {@link HostTransaction}.
 */
export function joinTransaction(
  operationsOn: SqlOperations,
  hostTransaction: unknown,
  ask: (text: string, values: unknown[]) => Promise<PostgresResult>,
  isolates: boolean,
): EngineOperations & { afterCommit(action: () => void): void } {
  const { client, afterCommit } = readHostTransaction(hostTransaction, ask);
  const run = createQueryRunner(client);
  const send: Run = async ({ sql, parameters }) => toRunResult(await run(sql, parameters));
  const operations = isolates ? isolatedOperations(operationsOn, send, true) : operationsOn(send);
  return { ...operations, afterCommit };
}

function readHostTransaction(
  hostTransaction: unknown,
  ask: (text: string, values: unknown[]) => Promise<PostgresResult>,
): CommittingHost {
  if (hasMethods(hostTransaction, 'query', 'on', 'getTransactionStatus')) {
    const client = hostTransaction as ObservableClient;
    refuseWithoutTransaction(client);
    return { client, afterCommit: watchCommit(client, ask) };
  }
  if (hasMethods(hostTransaction, 'afterCommit') && 'client' in hostTransaction) {
    const { client } = hostTransaction;
    const { afterCommit } = hostTransaction as unknown as CommittingHost;
    if (hasMethods(client, 'query')) return { client: client as PostgresClient, afterCommit };
  }
  const message = 'join() takes a client of pg 8.21 or later, or { client, afterCommit(action) } for other clients.';
  throw new StoreError('STORE_INPUT_INVALID', message);
}

/** Outside a transaction, each write would be committed separately. */
function refuseWithoutTransaction(client: ObservableClient): void {
  const status = client.getTransactionStatus();
  if (status === 'T' || status === 'E') return;
  const message = 'No transaction is open on the client that was passed to join(): await its begin first.';
  throw new StoreError('STORE_INPUT_INVALID', message);
}

function hasMethods(value: unknown, ...names: readonly string[]): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return names.every((name) => name in value && typeof (value as Record<string, unknown>)[name] === 'function');
}
