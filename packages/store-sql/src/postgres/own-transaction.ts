import type { EngineTransaction } from '@portcullis/core/ports';
import type { Run, SqlOperations } from '../operations/sql-operations.ts';
import { translateError } from '../operations/translate-error.ts';
import { isConnectionLoss, isIdleTimeout } from './connection-loss.ts';
import { isolatedOperations } from './isolated-operations.ts';
import { POSTGRES_ERRORS } from './postgres-errors.ts';
import { markRepeatable } from './repeatable-failures.ts';
import { toRunResult } from './run-result.ts';
import type { StatementNames } from './statement-names.ts';
import type { TakenConnection } from './take-connection.ts';

/** Options of running a transaction. */
export interface OwnTransactionOptions {
  /** Names for prepared statements; undefined for none. */
  readonly nameOf: StatementNames | undefined;
  /** See `TransactionOptions` of the port. */
  readonly lockTimeoutMs: number | undefined;
  /**
   * Milliseconds to wait for a locked row if the caller has no limit; 0 for no limit. The transaction is then retried.
   */
  readonly lockMs: number;
  /** Milliseconds that the server keeps a transaction of a silent process; 0 for no limit. */
  readonly idleTransactionMs: number;
  /** True when each statement says whose rows it may touch. */
  readonly isolates: boolean;
}

/**
 * Begins a transaction on its own connection. It does not use a transaction of Kysely, where each call waits for the
 * response to the previous one: here concurrent calls are sent together.
 */
export async function beginTransaction(
  operationsOn: SqlOperations,
  { run, brokenBy, release }: TakenConnection,
  options: OwnTransactionOptions,
): Promise<EngineTransaction> {
  const { nameOf, lockTimeoutMs } = options;

  /** Nothing is committed before the commit is sent: a transaction that is lost until then may be retried. */
  const beforeCommit = (failure: unknown): unknown => {
    const cause = isConnectionLoss(failure) ? (brokenBy() ?? failure) : failure;
    const isOurLimit = lockTimeoutMs === undefined && POSTGRES_ERRORS.isLockTimeout?.(cause);
    return isConnectionLoss(cause) || isOurLimit ? markRepeatable(cause) : cause;
  };

  try {
    await run(beginning(options), []);
  } catch (error) {
    release(true);
    throw translateError(POSTGRES_ERRORS, beforeCommit(error));
  }
  const send: Run = async ({ sql, parameters, keepsPlan }) => {
    try {
      return toRunResult(await run(sql, parameters, keepsPlan ? nameOf?.(sql) : undefined));
    } catch (error) {
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
        const isUndone = isUnsent || isIdleTimeout(brokenBy() ?? error) || !isConnectionLoss(error);
        throw translateError(POSTGRES_ERRORS, isUndone ? beforeCommit(error) : error);
      });
      // The server responds like this if a statement of the transaction had failed.
      if (command === 'ROLLBACK') throw new Error('The server has rolled the transaction back.');
      release();
    },
    async rollback() {
      // If the roll-back fails, the connection is lost, and the transaction with it.
      await run('rollback', []).then(
        () => release(),
        () => release(true),
      );
    },
  };
}

function beginning({ nameOf, lockTimeoutMs, lockMs, idleTransactionMs }: OwnTransactionOptions): string {
  const statements = ['begin'];
  // A kept plan must also suit a table that has grown: it uses an index if there is one.
  if (nameOf !== undefined) statements.push('set local enable_seqscan = off');
  if (idleTransactionMs > 0) statements.push(`set local idle_in_transaction_session_timeout = ${idleTransactionMs}`);
  // Zero would mean no limit.
  const waitMs = lockTimeoutMs === undefined ? lockMs : Math.max(1, Math.ceil(lockTimeoutMs));
  if (waitMs > 0) statements.push(`set local lock_timeout = ${waitMs}`);
  return statements.join('; ');
}
