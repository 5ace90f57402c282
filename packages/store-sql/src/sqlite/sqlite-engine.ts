import {
  type EngineOperations,
  type EngineTransaction,
  inOwnTransaction,
  type SavepointTransaction,
  type StoreEngine,
  StoreError,
} from '@portcullis/core/ports';
import { isCounted } from '../operations/attempt-counts.ts';
import { autocommitOperations } from '../operations/autocommit-operations.ts';
import type { RunResult } from '../operations/sql-operations.ts';
import type { Statement } from '../operations/statement-cache.ts';
import { translateError } from '../operations/translate-error.ts';
import { type Disk, REAL_DISK } from './disk.ts';
import { createEventLoopTurns } from './event-loop-turns.ts';
import type { OpenSqlite } from './open-sqlite.ts';
import { SQLITE_ERRORS } from './sqlite-errors.ts';
import { IN_MEMORY, SQLITE_OPTION_NAMES, type SqliteStoreOptions, waitsForDisk } from './sqlite-store-options.ts';
import { isPassFor, threadPass } from './thread-pass.ts';
import { isBusy, whenFree } from './when-free.ts';

/** Creates the part of the store that is specific to SQLite. */
export function createSqliteEngine(options: SqliteStoreOptions, disk: Disk = REAL_DISK): StoreEngine {
  let opening: Promise<OpenSqlite> | undefined;
  let open: OpenSqlite | undefined;
  const turn = createEventLoopTurns();
  /** Created at the first transaction, since reopening the store changes the connection. */
  let inTransaction: EngineOperations | undefined;

  function opened(): OpenSqlite {
    if (!open) throw new StoreError('STORE_CLOSED', `The store ${options.file} is used before open() has resolved.`);
    return open;
  }

  /**
   * Returns the database for a write. Throws after a failed sync: the content of the log is then unknown, so nothing is
   * added to it.
   */
  function writable(): OpenSqlite {
    const store = opened();
    const failure = store.log?.failure();
    if (failure) throw failure;
    return store;
  }

  /** Returns the database for a write between transactions. A roll-back that failed is repeated, or the write would not be committed. */
  function betweenTransactions(): OpenSqlite {
    const store = writable();
    if (store.writer.isTransaction) execute(store.writer, 'rollback');
    return store;
  }

  async function writeAlone(statement: Statement): Promise<RunResult> {
    const { writing, log, checkpoints } = betweenTransactions();
    const result = await writing.run(statement);
    log?.committed();
    checkpoints?.ended();
    return result;
  }

  function createInTransaction(): EngineOperations {
    const { operationsOn, countAdded } = opened();
    const run = async (statement: Statement): Promise<RunResult> => opened().writing.run(statement);
    return countAdded(operationsOn(run), run);
  }

  async function begin(): Promise<EngineTransaction> {
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
  }

  async function beginGroup(): Promise<SavepointTransaction> {
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
  }

  return {
    shared: false,
    oneWriter: true,
    cell: options.cell ?? 0,
    factoryOptions: { given: options, known: SQLITE_OPTION_NAMES },
    readsWait: options.file === IN_MEMORY,
    get operations(): EngineOperations {
      const { operationsOn } = opened();
      const reads = operationsOn(async (statement) => {
        await turn();
        return opened().reading.run(statement);
      });
      const writes = operationsOn(async (statement) => {
        await opened().checkpoints?.finishing();
        return whenFree(() => writeAlone(statement));
      });
      const alone = autocommitOperations(writes, opened().atOnce, begin);
      return {
        ...alone,
        insert: (table, values) =>
          isCounted(table)
            ? inOwnTransaction(begin, ({ insert }) => insert(table, values))
            : alone.insert(table, values),
        insertAbsent: (table, rows) =>
          isCounted(table)
            ? inOwnTransaction(begin, ({ insertAbsent }) => insertAbsent(table, rows))
            : alone.insertAbsent(table, rows),
        find: reads.find,
        findEach: reads.findEach,
        count: reads.count,
      };
    },
    begin,
    beginGroup,
    ...(waitsForDisk(options) && {
      persisted: async () => opened().log?.persisted(),
      syncing: () => open?.log?.syncing(),
    }),
    ...(options.file !== IN_MEMORY && { threadPass: () => threadPass(options.file) }),
    async open(pass) {
      const inThread = pass !== undefined && isPassFor(options.file, pass);
      opening ??= import('./open-sqlite.ts').then(({ openSqlite }) => openSqlite(options, { inThread, disk }));
      try {
        open = await opening;
      } catch (error) {
        opening = undefined;
        throw error;
      }
    },
    async close() {
      const closing = open;
      if (!closing) return;
      try {
        await optimize(closing);
      } finally {
        open = undefined;
        await closing.close();
      }
    },
  };
}

function execute(writer: OpenSqlite['writer'], text: string): void {
  try {
    writer.exec(text);
  } catch (error) {
    throw translateError(SQLITE_ERRORS, error);
  }
}

/**
 * Updates the statistics of the planner. If another process has the file, or the disk is full, a later close updates
 * them.
 */
async function optimize({ writer, log, checkpoints }: OpenSqlite): Promise<void> {
  if (log?.failure()) return;
  await checkpoints?.finishing();
  try {
    writer.exec('pragma optimize');
  } catch (error) {
    if (!isBusy(error) && !SQLITE_ERRORS.isFull(error)) throw error;
  }
}
