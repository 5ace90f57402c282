import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import {
  type ColumnTest,
  copyRow,
  createStore,
  type EngineOperations,
  type EngineTransaction,
  greatestOwnId,
  idRangeOf,
  inOwnTransaction,
  type Store,
  StoreConflictError,
  TABLES,
  type TableDeclaration,
  type TableName,
  type Values,
} from '@portcullis/core/ports';

/** All stored data: the rows of each table, and the last assigned id. */
interface Data {
  lastId: number;
  rows: Partial<Record<TableName, Values[]>>;
}

/**
 * Creates a store in one file, for a few hundred rows and one process. The file is read when the store opens and
 * written completely at each commit.
 */
export function createFileStore(file: string): Store {
  let committed: Data = { lastId: 0, rows: {} };
  const copy = () => deserialize(serialize(committed)) as Data;

  async function begin(): Promise<EngineTransaction> {
    const working = copy();
    return {
      ...operations(() => working),
      async commit() {
        writeFileSync(`${file}.new`, serialize(working), { flush: true, mode: 0o600 });
        renameSync(`${file}.new`, file);
        committed = working;
      },
      async rollback() {},
    };
  }

  return createStore({
    shared: false,
    oneWriter: true,
    operations: {
      ...operations(copy),
      insert: (table, row) => inOwnTransaction(begin, (alone) => alone.insert(table, row)),
      insertAbsent: (table, rows) => inOwnTransaction(begin, (alone) => alone.insertAbsent(table, rows)),
      restore: (table, rows) => inOwnTransaction(begin, (alone) => alone.restore(table, rows)),
      update: (table, tests, patch) => inOwnTransaction(begin, (alone) => alone.update(table, tests, patch)),
      remove: (table, tests) => inOwnTransaction(begin, (alone) => alone.remove(table, tests)),
    },
    begin,
    async open() {
      if (existsSync(file)) committed = deserialize(readFileSync(file)) as Data;
    },
    async close() {},
  });
}

/** Returns the operations on the data that `data` returns. */
function operations(data: () => Data): EngineOperations {
  const rowsOf = (table: TableName, from = data()) => (from.rows[table] ??= []);
  const fits = (tests: Parameters<EngineOperations['count']>[1]) => (row: Values) =>
    tests.some((alternative) => alternative.every((test) => passes(row[test.column], test)));

  function add(table: TableName, row: Values): Values | string {
    return put(table, 'id' in TABLES[table].columns ? { id: ++data().lastId, ...row } : row);
  }

  function put(table: TableName, row: Values): Values | string {
    const from = data();
    const added = copyRow(table, row);
    const conflict = conflictOf(table, rowsOf(table, from), added);
    if (!conflict) rowsOf(table, from).push(added);
    return conflict ?? added;
  }

  return {
    async insert(table, row) {
      const added = add(table, row);
      if (typeof added === 'string') throw new StoreConflictError(table, added);
      return structuredClone(added);
    },
    async insertAbsent(table, rows) {
      const added = rows.map((row) => add(table, row)).filter((row) => typeof row !== 'string');
      return structuredClone(added);
    },
    async restore(table, rows) {
      for (const row of rows) {
        const conflict = put(table, row);
        if (typeof conflict === 'string') throw new StoreConflictError(table, conflict);
      }
      const from = data();
      from.lastId = Math.max(from.lastId, greatestOwnId(rows, idRangeOf()));
    },
    async find(table, { tests, orderBy, limit, offset }) {
      const found = rowsOf(table).filter(fits(tests)).toSorted(byColumns(orderBy));
      return structuredClone(found.slice(offset, limit === undefined ? undefined : offset + limit));
    },
    count: async (table, tests) => rowsOf(table).filter(fits(tests)).length,
    async update(table, tests, patch) {
      const rows = rowsOf(table);
      const matched = rows.filter(fits(tests));
      for (const row of matched) {
        const changed = { ...row, ...copyRow(table, incremented(row, patch)) };
        const others = rows.filter((other) => other !== row);
        const conflict = conflictOf(table, others, changed);
        if (conflict) throw new StoreConflictError(table, conflict);
        Object.assign(row, changed);
      }
      return matched.length;
    },
    async remove(table, tests) {
      const from = data();
      const rows = rowsOf(table, from);
      from.rows[table] = rows.filter((row) => !fits(tests)(row));
      return rows.length - from.rows[table].length;
    },
  };
}

/** Resolves `{ increment: n }` to the resulting number; null stays null. */
function incremented(row: Values, patch: Values): Values {
  const next = (name: string, value: unknown) => {
    if (typeof row[name] !== 'number' && row[name] !== null) return value;
    const { increment } = (value ?? {}) as { increment?: number };
    return increment === undefined ? value : row[name] === null ? null : Number(row[name]) + increment;
  };
  return Object.fromEntries(Object.entries(patch).map(([name, value]) => [name, next(name, value)]));
}

/** Returns the name of the constraint that a row would violate; null never conflicts. */
function conflictOf(table: TableName, rows: readonly Values[], added: Values): string | undefined {
  const { key, unique = {} }: TableDeclaration = TABLES[table];
  const constraints = [['key', key] as const, ...Object.entries(unique)];
  const isTaken = (columns: readonly string[]) =>
    rows.some((row) => columns.every((column) => row[column] !== null && row[column] === added[column]));
  return constraints.find(([, columns]) => isTaken(columns))?.[0];
}

/** Compares two values. Null precedes every value; text is ordered by its UTF-8 bytes. */
function compare(left: unknown, right: unknown): number {
  if (left === right) return 0;
  if (left === null || right === null) return left === null ? -1 : 1;
  if (typeof left === 'string') return Buffer.compare(Buffer.from(left), Buffer.from(String(right)));
  return Number(left) - Number(right);
}

function byColumns(orderBy: readonly (readonly [string, 'asc' | 'desc'])[]) {
  return (left: Values, right: Values): number => {
    const orders = orderBy.map(([column, way]) => compare(left[column], right[column]) * (way === 'asc' ? 1 : -1));
    return orders.find((order) => order !== 0) ?? 0;
  };
}

/** Returns whether a value passes a test. No comparison is true for null, except that null differs from every value. */
function passes(value: unknown, test: ColumnTest): boolean {
  switch (test.operator) {
    case 'is-null':
      return value === null;
    case 'is-not-null':
      return value !== null;
    case 'in':
    case 'in-or-null':
      return value === null ? test.operator === 'in-or-null' : (test.values as readonly unknown[]).includes(value);
    case 'eq':
      return value === test.value;
    case 'not':
      return value !== test.value;
    default: {
      const order = compare(value, test.value);
      const holds = { lt: order < 0, lte: order <= 0, gt: order > 0, gte: order >= 0 }[test.operator];
      return value !== null && holds;
    }
  }
}
