import type { EngineTransaction } from '@portcullis/core/ports';
import { markRetryable } from '../connections/retryable-failures.ts';
import type { Run, SqlOperations } from '../operations/sql-operations.ts';
import { translateError } from '../operations/translate-error.ts';
import { isConnectionLoss, isIdleTimeout } from './connection-loss.ts';
import { isolatedOperations } from './isolated-operations.ts';
import { isRefusedAfterFailure, POSTGRES_ERRORS } from './postgres-errors.ts';
import { toRunResult } from './run-result.ts';
import { isUnsupported, type StatementNames } from './statement-names.ts';
import type { TakenConnection } from './take-connection.ts';

/** Options of running a transaction. */
export interface OwnTransactionOptions {
  /** Names for prepared statements; undefined for none. */
  readonly names: StatementNames | undefined;
  /** See `TransactionOptions` of the port. */
  readonly lockTimeoutMs: number | undefined;
  /**
   * Milliseconds to wait for a locked row, after which the transaction is retried, if the caller has no limit; 0 for no
   * limit.
   */
  readonly lockMs: number;
  /** Milliseconds after which the server ends a transaction whose process is silent; 0 for no limit. */
  readonly idleTransactionMs: number;
  /** True if each statement sets the tenant whose rows it may access. */
  readonly isolates: boolean;
}

/**
 * Begins a transaction on its own connection. It sends concurrent calls together; a transaction of Kysely would wait
 * for the response to each call before the next.
 */
export async function beginTransaction(
  operationsOn: SqlOperations,
  { run, brokenBy, release }: TakenConnection,
  options: OwnTransactionOptions,
): Promise<EngineTransaction> {
  const { names, lockTimeoutMs } = options;

  /** Nothing is committed before the commit is sent, so a transaction that is lost before may be retried. */
  const beforeCommit = (cause: unknown): unknown => {
    const isOurLimit = lockTimeoutMs === undefined && POSTGRES_ERRORS.isLockTimeout?.(cause);
    return isConnectionLoss(cause) || isOurLimit ? markRetryable(cause) : cause;
  };

  try {
    await run(beginning(options), []);
  } catch (error) {
    release(true);
    throw translateError(POSTGRES_ERRORS, beforeCommit(error));
  }
  let firstFailure: unknown;
  const send: Run = async ({ sql, parameters, keepsPlan }) => {
    const name = keepsPlan ? names?.of(sql) : undefined;
    try {
      return toRunResult(await run(sql, parameters, name));
    } catch (error) {
      // Concurrent calls after a failed one fail only because of it, and the caller may await one of them first. A statement that was
      // to be prepared by one of them does not exist.
      const isConsequence = isRefusedAfterFailure(error) || isUnsupported(error);
      if (isConsequence && firstFailure !== undefined) throw beforeCommit(firstFailure);
      firstFailure ??= error;
      if (name !== undefined && isUnsupported(error)) {
        names?.stop();
        markRetryable(error);
      }
      throw beforeCommit(error);
    }
  };
  const operations = options.isolates ? isolatedOperations(operationsOn, send) : operationsOn(send);
  return {
    ...operations,
    async commit() {
      const isUnsent = brokenBy() !== undefined;
      // Deferred triggers run here.
      const { command } = await run('commit', []).catch((error) => {
        const isUndone = isUnsent || isIdleTimeout(error) || !isConnectionLoss(error);
        throw translateError(POSTGRES_ERRORS, isUndone ? beforeCommit(error) : error);
      });
      // The response of the server if a statement of the transaction has failed.
      if (command === 'ROLLBACK') throw new Error('The server has rolled the transaction back.');
      release();
    },
    async rollback() {
      // If the roll-back fails, the connection and its transaction are lost.
      await run('rollback', []).then(
        () => release(),
        () => release(true),
      );
    },
  };
}

function beginning({ names, lockTimeoutMs, lockMs, idleTransactionMs }: OwnTransactionOptions): string {
  // A database or a role can have another default, with which a count after a lock would miss what others have committed.
  const statements = ['begin isolation level read committed'];
  // A kept plan must also suit a table that has grown, so it must use an index if there is one.
  if (names !== undefined) statements.push('set local enable_seqscan = off');
  if (idleTransactionMs > 0) statements.push(`set local idle_in_transaction_session_timeout = ${idleTransactionMs}`);
  // Zero would mean no limit.
  const waitMs = lockTimeoutMs === undefined ? lockMs : Math.max(1, Math.ceil(lockTimeoutMs));
  if (waitMs > 0) statements.push(`set local lock_timeout = ${waitMs}`);
  return statements.join('; ');
}
