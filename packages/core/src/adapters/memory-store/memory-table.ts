import type { TableDeclaration } from '../../ports/store/columns.ts';
import type { IdRange } from '../../ports/store/id-range.ts';
import { StoreConflictError } from '../../ports/store/store-conflict-error.ts';
import type { TableName } from '../../ports/store/tables.ts';
import { TABLES } from '../../ports/store/tables.ts';
import type { StoredRow } from './stored-row.ts';

/** A table in memory: rows by key, unique constraints by value, and the rows that the open transaction has replaced. */
export interface MemoryTable {
  /** The rows with the changes of the open transaction. */
  readonly rows: ReadonlyMap<unknown, StoredRow>;
  /** Returns the committed rows. */
  committed(): Iterable<StoredRow>;
  committedRow(key: unknown): StoredRow | undefined;
  /** Returns the next id. No id is assigned twice, not even after a rollback. */
  nextId(): number;
  /** Assigns only ids greater than this one from now on. */
  skipThrough(id: number): void;
  /** Returns the name of the constraint that `row` would violate: `key`, a declared one, or undefined. */
  conflictOf(row: StoredRow): string | undefined;
  /**
   * Adds a row, or replaces the one with the same key.
   *
   * @throws StoreConflictError if another row has one of its unique values.
   */
  put(row: StoredRow): void;
  delete(row: StoredRow): void;
  /** Commits the changes, which can then no longer be rolled back. */
  commit(): void;
  /** Restores the committed rows. */
  rollback(): void;
}

/** Creates an empty table. */
export function createMemoryTable(name: TableName, { after }: IdRange): MemoryTable {
  const declaration: TableDeclaration = TABLES[name];
  const rows = new Map<unknown, StoredRow>();
  const before = new Map<unknown, StoredRow | undefined>();
  const uniques = Object.entries(declaration.unique ?? {}).map(([constraint, columns]) => ({
    constraint,
    columns,
    keys: new Map<string, unknown>(),
  }));
  let lastId = after;

  const keyOf = (row: StoredRow): unknown => combined(row, declaration.key);

  function replace(key: unknown, row: StoredRow | undefined): void {
    const previous = rows.get(key);
    for (const { columns, keys } of uniques) {
      if (previous && !holdsNull(previous, columns)) keys.delete(JSON.stringify(columns.map((c) => previous[c])));
      if (row && !holdsNull(row, columns)) keys.set(JSON.stringify(columns.map((c) => row[c])), key);
    }
    if (row) rows.set(key, row);
    else rows.delete(key);
  }

  function change(key: unknown, row: StoredRow | undefined): void {
    if (!before.has(key)) before.set(key, rows.get(key));
    replace(key, row);
  }

  function* committed(): Iterable<StoredRow> {
    for (const [key, row] of rows) if (!before.has(key)) yield row;
    for (const row of before.values()) if (row) yield row;
  }

  function takenUnique(row: StoredRow, key: unknown): string | undefined {
    return uniques.find(({ columns, keys }) => {
      const holder = holdsNull(row, columns) ? undefined : keys.get(JSON.stringify(columns.map((c) => row[c])));
      return holder !== undefined && holder !== key;
    })?.constraint;
  }

  return {
    rows,
    committed: () => (before.size === 0 ? rows.values() : committed()),
    committedRow: (key) => (before.has(key) ? before.get(key) : rows.get(key)),
    nextId: () => ++lastId,
    skipThrough(id) {
      lastId = Math.max(lastId, id);
    },
    conflictOf(row) {
      return rows.has(keyOf(row)) ? 'key' : takenUnique(row, undefined);
    },
    put(row) {
      const key = keyOf(row);
      const constraint = takenUnique(row, key);
      if (constraint) throw new StoreConflictError(name, constraint);
      change(key, row);
    },
    delete: (row) => change(keyOf(row), undefined),
    commit: () => before.clear(),
    rollback() {
      // All rows are removed before they are restored, because two of them may have swapped a unique value.
      for (const key of before.keys()) replace(key, undefined);
      for (const [key, row] of before) if (row) replace(key, row);
      before.clear();
    },
  };
}

function holdsNull(row: StoredRow, columns: readonly string[]): boolean {
  return columns.some((column) => row[column] === null);
}

function combined(row: StoredRow, columns: readonly string[]): unknown {
  return columns.length === 1 ? row[columns[0] as string] : JSON.stringify(columns.map((column) => row[column]));
}
