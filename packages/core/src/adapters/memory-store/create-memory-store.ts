import type { Store } from '../../ports/store/store.ts';
import { TABLES, type TableName } from '../../ports/store/tables.ts';
import { createStore } from '../../ports/store-base/create-store.ts';
import { inOwnTransaction } from '../../ports/store-base/in-own-transaction.ts';
import type { EngineTransaction } from '../../ports/store-base/store-engine.ts';
import { createMemoryOperations, type MemoryTables } from './memory-operations.ts';
import { createMemoryTable } from './memory-table.ts';

/**
 * Makes a {@link Store} that keeps everything in this process's memory: for tests. Nothing survives the process.
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

  return createStore({
    shared: false,
    oneWriter: true,
    operations: {
      find: committed.find,
      count: committed.count,
      insert: (table, row) => inOwnTransaction(begin, (alone) => alone.insert(table, row)),
      insertAbsent: (table, rows) => inOwnTransaction(begin, (alone) => alone.insertAbsent(table, rows)),
      update: (table, tests, patch) => inOwnTransaction(begin, (alone) => alone.update(table, tests, patch)),
      remove: (table, tests) => inOwnTransaction(begin, (alone) => alone.remove(table, tests)),
    },
    begin,
    async open() {},
    async close() {},
  });
}
