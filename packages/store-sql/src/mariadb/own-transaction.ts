import { type EngineTransaction, StoreError } from '@portcullis/core/ports';
import { markRetryable } from '../connections/retryable-failures.ts';
import type { Run, SqlOperations } from '../operations/sql-operations.ts';
import { translateError } from '../operations/translate-error.ts';
import { isConnectionLoss } from './connection-loss.ts';
import { numberOf } from './error-number.ts';
import { limited } from './lock-limit.ts';
import { MARIADB_ERRORS } from './mariadb-errors.ts';
import { createSerialRun } from './serial-run.ts';
import type { TakenConnection } from './take-connection.ts';

/** `max_statement_time` is exceeded. */
const ER_STATEMENT_TIMEOUT = 1969;

/** Options of running a transaction. */
export interface OwnTransactionOptions {
  /** See `TransactionOptions` of the port. */
  readonly lockTimeoutMs: number | undefined;
  /** True if the sessions have another isolation level by default. */
  readonly setsIsolation: boolean;
}

/** Begins a transaction on its own connection. */
export async function beginTransaction(
  operationsOn: SqlOperations,
  { run, brokenBy, release }: TakenConnection,
  { lockTimeoutMs, setsIsolation }: OwnTransactionOptions,
): Promise<EngineTransaction> {
  /** Nothing is committed before the commit is sent, so a transaction that is lost before may be retried. */
  const beforeCommit = (failure: unknown): unknown => {
    const cause = isConnectionLoss(failure) ? (brokenBy() ?? failure) : failure;
    if (lockTimeoutMs !== undefined && numberOf(cause) === ER_STATEMENT_TIMEOUT) {
      return new StoreError('STORE_LOCK_TIMEOUT', 'Another transaction has locked a row for too long.', cause);
    }
    const isOurLimit = lockTimeoutMs === undefined && MARIADB_ERRORS.isLockTimeout?.(cause);
    return isConnectionLoss(cause) || isOurLimit ? markRetryable(cause) : cause;
  };

  try {
    if (setsIsolation) await run('set transaction isolation level read committed');
    await run('start transaction');
  } catch (error) {
    release(true);
    throw translateError(MARIADB_ERRORS, beforeCommit(error));
  }
  const send: Run = createSerialRun(async (statement) => {
    try {
      return await run(limited(statement, lockTimeoutMs), statement.parameters);
    } catch (error) {
      throw beforeCommit(error);
    }
  });
  return {
    ...operationsOn(send),
    async commit() {
      const isUnsent = brokenBy() !== undefined;
      await run('commit').catch((error) => {
        throw translateError(MARIADB_ERRORS, isUnsent || !isConnectionLoss(error) ? beforeCommit(error) : error);
      });
      release();
    },
    async rollback() {
      // If the roll-back fails, the connection and its transaction are lost.
      await run('rollback').then(
        () => release(),
        () => release(true),
      );
    },
  };
}
