import { idRangeOf } from '../../ports/store/id-range.ts';
import type { Store } from '../../ports/store/store.ts';
import { TABLES, type TableName } from '../../ports/store/tables.ts';
import { createStore } from '../../ports/store-base/create-store.ts';
import { inOwnTransaction } from '../../ports/store-base/in-own-transaction.ts';
import type { EngineTransaction } from '../../ports/store-base/store-engine.ts';
import { createMemoryOperations, type MemoryTables } from './memory-operations.ts';
import { createMemoryTable } from './memory-table.ts';

/** Options of `createMemoryStore`. */
export interface MemoryStoreOptions {
  /** The number of its cell: 0 to 8,191. Stores of different cells assign different ids. @default 0 */
  readonly cell?: number;
}

/**
 * Creates a {@link Store} in the memory of this process, for tests. Nothing survives the process.
 *
 * Transactions run one at a time; reads outside of them see committed rows and never wait.
 */
export function createMemoryStore(options: MemoryStoreOptions = {}): Store {
  const { cell = 0 } = options;
  const range = idRangeOf(cell);
  const names = Object.keys(TABLES) as TableName[];
  const tables = Object.fromEntries(names.map((name) => [name, createMemoryTable(name, range)])) as MemoryTables;
  const current = createMemoryOperations(tables, 'current', range);
  const committed = createMemoryOperations(tables, 'committed', range);
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
    cell,
    factoryOptions: { given: options, known: ['cell'] },
    operations: {
      find: committed.find,
      count: committed.count,
      insert: (table, row) => inOwnTransaction(begin, (alone) => alone.insert(table, row)),
      insertAbsent: (table, rows) => inOwnTransaction(begin, (alone) => alone.insertAbsent(table, rows)),
      restore: (table, rows) => inOwnTransaction(begin, (alone) => alone.restore(table, rows)),
      update: (table, tests, patch) => inOwnTransaction(begin, (alone) => alone.update(table, tests, patch)),
      remove: (table, tests) => inOwnTransaction(begin, (alone) => alone.remove(table, tests)),
    },
    begin,
    async open() {},
    async close() {},
  });
}
