import {
  createStore,
  type EngineTransaction,
  inOwnTransaction,
  type SavepointTransaction,
  type Store,
  StoreError,
} from '@portcullis/core';
import { createCompiler } from '../operations/compiler.ts';
import { createSqlOperations } from '../operations/sql-operations.ts';
import { type OpenSqlite, openSqlite } from './open-sqlite.ts';
import { SQLITE_FLAVOUR } from './sqlite-flavour.ts';
import { IN_MEMORY, type SqliteStoreOptions } from './sqlite-store-options.ts';
import { isPassFor, threadPass } from './thread-pass.ts';
import { whenFree } from './when-free.ts';

/**
 * Makes a `Store` in one SQLite file, with the SQLite that Node contains.
 *
 * One process uses the file at a time: `open()` rejects with `STORE_LOCKED` while another store has it. Transactions run one
 * after the other; reads outside of them see what is committed and do not wait.
 *
 * @example
 * const store = createSqliteStore({ file: './data/portcullis.db' });
 */
export function createSqliteStore(options: SqliteStoreOptions): Store {
  const operationsOn = createSqlOperations(createCompiler(SQLITE_FLAVOUR), SQLITE_FLAVOUR);
  let opening: Promise<OpenSqlite> | undefined;
  let open: OpenSqlite | undefined;

  function opened(): OpenSqlite {
    if (!open) throw new StoreError('STORE_CLOSED', `The store ${options.file} is used before open() has resolved.`);
    return open;
  }

  const inTransaction = operationsOn(async (statement) => opened().writing.run(statement));
  const writes = operationsOn((statement) => whenFree(() => opened().writing.run(statement)));
  const reads = operationsOn(async (statement) => opened().reading.run(statement));

  async function begin(): Promise<EngineTransaction> {
    const { writer } = opened();
    // Taken at once: a transaction that becomes a writer half-way may find that it came too late.
    await whenFree(async () => writer.exec('begin immediate'));
    return {
      ...inTransaction,
      async commit() {
        writer.exec('commit');
      },
      async rollback() {
        // Some failures, such as a full disk, have rolled back already.
        if (writer.isTransaction) writer.exec('rollback');
      },
    };
  }

  async function beginGroup(): Promise<SavepointTransaction> {
    const { writer } = opened();
    let parts = 0;
    return {
      ...(await begin()),
      async savepoint() {
        writer.exec(parts === 0 ? 'savepoint part' : 'release part; savepoint part');
        parts += 1;
      },
      async rollbackToSavepoint() {
        writer.exec('rollback to part');
      },
    };
  }

  return createStore({
    shared: false,
    oneWriter: true,
    readsWait: options.file === IN_MEMORY,
    operations: {
      ...writes,
      find: reads.find,
      count: reads.count,
      insertAbsent: (table, rows) =>
        rows.length > SQLITE_FLAVOUR.rowSource.atOnce(rows.length)
          ? inOwnTransaction(begin, (alone) => alone.insertAbsent(table, rows))
          : writes.insertAbsent(table, rows),
    },
    begin,
    beginGroup,
    ...(options.file !== IN_MEMORY && { threadPass: () => threadPass(options.file) }),
    async open(pass) {
      opening ??= openSqlite(options, pass !== undefined && isPassFor(options.file, pass));
      try {
        open = await opening;
      } catch (error) {
        opening = undefined;
        throw error;
      }
    },
    async close() {
      open?.writer.exec('pragma optimize');
      open?.close();
      open = undefined;
    },
  });
}
