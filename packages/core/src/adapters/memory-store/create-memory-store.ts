import type { Store } from '../../ports/store/store.ts';
import { TABLES, type TableName } from '../../ports/store/tables.ts';
import { createStore } from '../store-frame/create-store.ts';
import type { EngineOperations, EngineTransaction } from '../store-frame/store-engine.ts';
import { createMemoryOperations, type MemoryTables } from './memory-operations.ts';
import { createMemoryTable } from './memory-table.ts';

/**
 * Makes a {@link Store} that keeps everything in this process's memory: for tests and trials. Nothing survives the process.
 *
 * Transactions run one after the other; reads outside of them see what is committed and never wait.
 */
export function createMemoryStore(): Store {
  const names = Object.keys(TABLES) as TableName[];
  const tables = Object.fromEntries(names.map((name) => [name, createMemoryTable(name)])) as MemoryTables;
  const current = createMemoryOperations(tables, 'current');
  const committed = createMemoryOperations(tables, 'committed');
  const all = Object.values(tables);

  async function begin(): Promise<EngineTransaction> {
    return {
      ...current,
      async commit() {
        for (const table of all) table.commit();
      },
      async rollback() {
        for (const table of all) table.rollback();
      },
    };
  }

  /** Each write alone is a transaction as well: one that fails half-way leaves nothing. */
  async function alone<Result>(write: (operations: EngineOperations) => Promise<Result>): Promise<Result> {
    const transaction = await begin();
    try {
      const result = await write(transaction);
      await transaction.commit();
      return result;
    } catch (error) {
      await transaction.rollback();
      throw error;
    }
  }

  return createStore({
    shared: false,
    oneWriter: true,
    operations: {
      find: committed.find,
      count: committed.count,
      insert: (table, row) => alone((operations) => operations.insert(table, row)),
      insertAbsent: (table, rows) => alone((operations) => operations.insertAbsent(table, rows)),
      update: (table, tests, patch) => alone((operations) => operations.update(table, tests, patch)),
      remove: (table, tests) => alone((operations) => operations.remove(table, tests)),
    },
    begin,
    async open() {},
    async close() {},
  });
}
