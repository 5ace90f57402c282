import { greatestOwnId, type IdRange } from '../../ports/store/id-range.ts';
import { StoreConflictError } from '../../ports/store/store-conflict-error.ts';
import { TABLES, type TableName } from '../../ports/store/tables.ts';
import { columnOf, incrementOf } from '../../ports/store-base/check-values.ts';
import { copyRow } from '../../ports/store-base/copy-row.ts';
import type { EngineOperations, EngineQuery, Tests, Values } from '../../ports/store-base/store-engine.ts';
import { compareValues, passes } from './compare-values.ts';
import type { MemoryTable } from './memory-table.ts';
import type { StoredRow } from './stored-row.ts';

/** The tables of a memory store. */
export type MemoryTables = Readonly<Record<TableName, MemoryTable>>;

/** Creates operations on the tables; `view` determines whether reads see the open transaction. */
export function createMemoryOperations(
  tables: MemoryTables,
  view: 'committed' | 'current',
  range: IdRange,
): EngineOperations {
  function select(table: TableName, tests: Tests): StoredRow[] {
    const rows = candidates(tables[table], TABLES[table].key, tests, view);
    const selected: StoredRow[] = [];
    for (const row of rows) {
      if (tests.some((alternative) => alternative.every((test) => passes(row, test)))) selected.push(row);
    }
    return selected;
  }

  function add(table: TableName, values: Values): StoredRow | string {
    return put(table, { ...('id' in TABLES[table].columns && { id: tables[table].nextId() }), ...values });
  }

  function put(table: TableName, values: Values): StoredRow | string {
    const row = copyRow(table, values);
    const conflict = tables[table].conflictOf(row);
    if (!conflict) tables[table].put(row);
    return conflict ?? row;
  }

  return {
    async insert(table, values) {
      const added = add(table, values);
      if (typeof added === 'string') throw new StoreConflictError(table, added);
      return copyRow(table, added);
    },
    async insertAbsent(table, rows) {
      const added = rows.map((values) => add(table, values));
      return added.filter((row) => typeof row !== 'string').map((row) => copyRow(table, row));
    },
    async restore(table, rows) {
      for (const values of rows) {
        const conflict = put(table, values);
        if (typeof conflict === 'string') throw new StoreConflictError(table, conflict);
      }
      tables[table].skipThrough(greatestOwnId(rows, range));
    },
    async find(table, query) {
      return page(select(table, query.tests), query).map((row) => copyRow(table, row));
    },
    async count(table, tests) {
      return select(table, tests).length;
    },
    async update(table, tests, patch) {
      const rows = select(table, tests);
      for (const row of rows) tables[table].put({ ...row, ...copyRow(table, incremented(table, row, patch)) });
      return rows.length;
    },
    async remove(table, tests) {
      const rows = select(table, tests);
      for (const row of rows) tables[table].delete(row);
      return rows.length;
    },
  };
}

/** Returns the rows that can match: by key if every alternative names it, otherwise all. */
function candidates(
  table: MemoryTable,
  key: readonly string[],
  tests: Tests,
  view: 'committed' | 'current',
): Iterable<StoredRow> {
  const keys = new Set<unknown>();
  for (const alternative of tests) {
    const test = key.length === 1 ? alternative.find(({ column }) => column === key[0]) : undefined;
    if (test?.operator === 'eq') keys.add(test.value);
    else if (test?.operator === 'in') for (const value of test.values) keys.add(value);
    else return view === 'committed' ? table.committed() : table.rows.values();
  }
  const rowOf = (value: unknown) => (view === 'committed' ? table.committedRow(value) : table.rows.get(value));
  return [...keys].map(rowOf).filter((row) => row !== undefined);
}

function page(rows: StoredRow[], { orderBy, offset, limit }: EngineQuery): StoredRow[] {
  rows.sort((left, right) => {
    for (const [column, direction] of orderBy) {
      const order = compareValues(left[column], right[column]);
      if (order !== 0) return direction === 'asc' ? order : -order;
    }
    return 0;
  });
  return rows.slice(offset, limit === undefined ? undefined : offset + limit);
}

/** Replaces increments with their results; null stays null. */
function incremented(table: TableName, row: StoredRow, patch: Values): Values {
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(patch)) {
    const increment = incrementOf(columnOf(table, name), value);
    if (increment === undefined) values[name] = value;
    else values[name] = row[name] === null ? null : (row[name] as number) + (increment as number);
  }
  return values;
}
