import { type EngineOperations, inOwnTransaction, type StoreEngine } from '@portcullis/core/ports';
import { isCounted } from '../operations/attempt-counts.ts';
import { autocommitOperations } from '../operations/autocommit-operations.ts';
import type { RunResult } from '../operations/sql-operations.ts';
import type { Statement } from '../operations/statement-cache.ts';
import { type Disk, REAL_DISK } from './disk.ts';
import { createEventLoopTurns, type EventLoopTurns } from './event-loop-turns.ts';
import { createSqliteDatabase, type SqliteDatabase } from './sqlite-database.ts';
import { IN_MEMORY, SQLITE_OPTION_NAMES, type SqliteStoreOptions, waitsForDisk } from './sqlite-store-options.ts';
import { createSqliteTransactions, type SqliteTransactions } from './sqlite-transactions.ts';
import { threadPass } from './thread-pass.ts';
import { whenFree } from './when-free.ts';

/** Creates the part of the store that is specific to SQLite. */
export function createSqliteEngine(options: SqliteStoreOptions, disk: Disk = REAL_DISK): StoreEngine {
  const database = createSqliteDatabase(options, disk);
  const turn = createEventLoopTurns();
  const { begin, beginGroup } = createSqliteTransactions(database, turn);

  return {
    shared: false,
    oneWriter: true,
    cell: options.cell ?? 0,
    factoryOptions: { given: options, known: SQLITE_OPTION_NAMES },
    readsWait: options.file === IN_MEMORY,
    get operations(): EngineOperations {
      return operationsOutside(database, turn, begin);
    },
    begin,
    beginGroup,
    ...(waitsForDisk(options) && {
      persisted: async () => database.opened().log?.persisted(),
      syncing: () => database.current()?.log?.syncing(),
    }),
    writeFailure: database.failure,
    ...(options.file !== IN_MEMORY && { threadPass: () => threadPass(options.file) }),
    open: database.open,
    close: database.close,
  };
}

/** Returns the operations outside transactions, each of which commits by itself. */
function operationsOutside(
  { opened, betweenTransactions }: SqliteDatabase,
  turn: EventLoopTurns,
  begin: SqliteTransactions['begin'],
): EngineOperations {
  const { operationsOn, atOnce } = opened();
  const reads = operationsOn(async (statement) => {
    await turn();
    return opened().reading.run(statement);
  });
  const write = async (statement: Statement): Promise<RunResult> => {
    const { writing, log, checkpoints } = betweenTransactions();
    const result = await writing.run(statement);
    log?.committed();
    checkpoints?.ended();
    return result;
  };
  const writes = operationsOn(async (statement) => {
    await opened().checkpoints?.finishing();
    return whenFree(() => write(statement));
  });
  const alone = autocommitOperations(writes, atOnce, begin);
  return {
    ...alone,
    insert: (table, values) =>
      isCounted(table) ? inOwnTransaction(begin, ({ insert }) => insert(table, values)) : alone.insert(table, values),
    insertAbsent: (table, rows) =>
      isCounted(table)
        ? inOwnTransaction(begin, ({ insertAbsent }) => insertAbsent(table, rows))
        : alone.insertAbsent(table, rows),
    find: reads.find,
    findEach: reads.findEach,
    count: reads.count,
  };
}
