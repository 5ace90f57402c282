import type { EngineTransaction } from '@portcullis/core/ports';
import type { SqlOperations } from '../operations/sql-operations.ts';
import { translateError } from '../operations/translate-error.ts';
import { isConnectionLoss, isIdleTimeout } from './connection-loss.ts';
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
   * Milliseconds that a row is waited for where the caller has no limit; 0 for no limit. The transaction is then run again.
   */
  readonly lockMs: number;
  /** Milliseconds that the server keeps a transaction whose process is silent; 0 for no limit. */
  readonly idleTransactionMs: number;
}

/**
 * Begins a transaction on a connection of its own. Not one of Kysely's: there each call waits for the answer to the one before it, here
 * calls that are made at once go to the server together.
 */
export async function beginTransaction(
  operationsOn: SqlOperations,
  { run, brokenBy, release }: TakenConnection,
  options: OwnTransactionOptions,
): Promise<EngineTransaction> {
  const { nameOf, lockTimeoutMs } = options;

  /** Nothing is committed before the commit is sent: what is lost until then may be done again. */
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
  const operations = operationsOn(async ({ sql, parameters, keepsPlan }) => {
    try {
      return toRunResult(await run(sql, parameters, keepsPlan ? nameOf?.(sql) : undefined));
    } catch (error) {
      throw beforeCommit(error);
    }
  });
  return {
    ...operations,
    async commit() {
      const isUnsent = brokenBy() !== undefined;
      // Triggers that are deferred run here.
      const { command } = await run('commit', []).catch((error) => {
        const isUndone = isUnsent || isIdleTimeout(brokenBy() ?? error) || !isConnectionLoss(error);
        throw translateError(POSTGRES_ERRORS, isUndone ? beforeCommit(error) : error);
      });
      // The server answers so when a statement of the transaction had failed.
      if (command === 'ROLLBACK') throw new Error('The server has rolled the transaction back.');
      release();
    },
    async rollback() {
      // When rolling back fails the connection is gone, and the transaction with it.
      await run('rollback', []).then(
        () => release(),
        () => release(true),
      );
    },
  };
}

function beginning({ nameOf, lockTimeoutMs, lockMs, idleTransactionMs }: OwnTransactionOptions): string {
  const statements = ['begin'];
  // A plan that is kept must not be the one for a table that was small when it was made: it uses an index where there is one.
  if (nameOf !== undefined) statements.push('set local enable_seqscan = off');
  if (idleTransactionMs > 0) statements.push(`set local idle_in_transaction_session_timeout = ${idleTransactionMs}`);
  // Zero would mean no limit.
  const waitMs = lockTimeoutMs === undefined ? lockMs : Math.max(1, Math.ceil(lockTimeoutMs));
  if (waitMs > 0) statements.push(`set local lock_timeout = ${waitMs}`);
  return statements.join('; ');
}
