import type { EngineOperations, EngineTransaction, SavepointTransaction } from '@portcullis/core/ports';
import type { RunResult } from '../operations/sql-operations.ts';
import type { Statement } from '../operations/statement-cache.ts';
import { translateError } from '../operations/translate-error.ts';
import type { EventLoopTurns } from './event-loop-turns.ts';
import { execute, type SqliteDatabase } from './sqlite-database.ts';
import { SQLITE_ERRORS } from './sqlite-errors.ts';
import { whenFree } from './when-free.ts';

/** The transactions of a store on SQLite. */
export interface SqliteTransactions {
  begin(): Promise<EngineTransaction>;
  /** Begins a transaction of several parts, each of which can be rolled back alone. */
  beginGroup(): Promise<SavepointTransaction>;
}

/** Creates the {@link SqliteTransactions} of a store. @param turn - waits for a turn of the event loop. */
export function createSqliteTransactions(
  { opened, writable, betweenTransactions }: SqliteDatabase,
  turn: EventLoopTurns,
): SqliteTransactions {
  /** Created at the first transaction, when the database is open. */
  let inTransaction: EngineOperations | undefined;

  const createInTransaction = (): EngineOperations => {
    const { operationsOn, countAdded } = opened();
    const run = async (statement: Statement): Promise<RunResult> => opened().writing.run(statement);
    return countAdded(operationsOn(run), run);
  };

  const begin = async (): Promise<EngineTransaction> => {
    const { writer, log, checkpoints } = betweenTransactions();
    await turn();
    await checkpoints?.finishing();
    // Takes the write lock immediately, because a transaction that starts to write later may find the file changed.
    await whenFree(async () => {
      writer.exec('begin immediate');
      checkpoints?.began();
    }).catch((error) => {
      throw translateError(SQLITE_ERRORS, error);
    });
    inTransaction ??= createInTransaction();
    return {
      ...inTransaction,
      async commit() {
        writable();
        // Buffered data is written to the disk here, which may be full.
        execute(writer, 'commit');
        log?.committed();
        checkpoints?.ended();
      },
      async rollback() {
        try {
          // Some failures, such as a full disk, roll back the transaction themselves.
          if (writer.isTransaction) writer.exec('rollback');
        } catch {
          // The next write repeats it.
        }
        checkpoints?.ended();
      },
    };
  };

  return {
    begin,
    async beginGroup() {
      const { writer } = opened();
      let parts = 0;
      return {
        ...(await begin()),
        async savepoint() {
          execute(writer, parts === 0 ? 'savepoint part' : 'release part; savepoint part');
          parts += 1;
        },
        async rollbackToSavepoint() {
          execute(writer, 'rollback to part');
        },
      };
    },
  };
}
