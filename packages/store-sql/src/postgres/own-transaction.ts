import type { EngineTransaction } from '@portcullis/core';
import type { SqlOperations } from '../operations/sql-operations.ts';
import { translateError } from '../operations/translate-error.ts';
import { POSTGRES_FLAVOUR } from './postgres-flavour.ts';
import { toRunResult } from './run-result.ts';
import type { StatementNames } from './statement-names.ts';
import type { TakenConnection } from './take-connection.ts';

/** How a transaction is run. */
export interface OwnTransactionOptions {
  /** Names for prepared statements; undefined for none. */
  readonly nameOf: StatementNames | undefined;
  /** See `TransactionOptions` of the port. */
  readonly lockTimeoutMs: number | undefined;
}

/**
 * Begins a transaction on a connection of its own. Not one of Kysely's: there each call waits for the answer to the one before it, here
 * calls that are made at once go to the server together.
 */
export async function beginTransaction(
  operationsOn: SqlOperations,
  { run, release }: TakenConnection,
  { nameOf, lockTimeoutMs }: OwnTransactionOptions,
): Promise<EngineTransaction> {
  try {
    await run(beginning(nameOf !== undefined, lockTimeoutMs), []);
  } catch (error) {
    release(true);
    throw error;
  }
  const operations = operationsOn(async ({ sql, parameters, keepsPlan }) => {
    return toRunResult(await run(sql, parameters, keepsPlan ? nameOf?.(sql) : undefined));
  });
  return {
    ...operations,
    async commit() {
      // Triggers that are deferred run here.
      const { command } = await run('commit', []).catch((error) => {
        throw translateError(POSTGRES_FLAVOUR, error);
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

function beginning(keepsPlans: boolean, lockTimeoutMs: number | undefined): string {
  const statements = ['begin'];
  // A plan that is kept must not be the one for a table that was small when it was made: it uses an index where there is one.
  if (keepsPlans) statements.push('set local enable_seqscan = off');
  // Zero would mean no limit.
  if (lockTimeoutMs !== undefined) {
    statements.push(`set local lock_timeout = ${Math.max(1, Math.ceil(lockTimeoutMs))}`);
  }
  return statements.join('; ');
}
