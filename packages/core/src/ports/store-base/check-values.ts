import type { ColumnType } from '../store/columns.ts';
import { StoreError } from '../store/store-error.ts';
import { TABLES, type TableName } from '../store/tables.ts';
import type { Values } from './store-engine.ts';

/** The check for values of each type. `json` accepts every value that JSON can represent. */
const CHECKS: Readonly<Record<string, (value: unknown) => boolean>> = {
  id: (value) => Number.isSafeInteger(value),
  integer: (value) => Number.isSafeInteger(value),
  time: (value) => Number.isSafeInteger(value),
  text: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  bytes: (value) => value instanceof Uint8Array,
  json: (value) => typeof value !== 'function' && typeof value !== 'symbol' && typeof value !== 'bigint',
};

/** The type of a column, without the question mark, and whether it may be null. */
export interface ColumnFacts {
  readonly name: string;
  readonly plain: string;
  readonly nullable: boolean;
}

/** The facts of every column of every table, looked up once. */
const FACTS = new Map<string, ReadonlyMap<string, ColumnFacts>>(
  Object.entries(TABLES).map(([table, { columns }]) => [table, new Map(Object.entries(columns).map(toFacts))]),
);

function toFacts([name, type]: [string, ColumnType]): [string, ColumnFacts] {
  const nullable = type.endsWith('?');
  return [name, { name, plain: nullable ? type.slice(0, -1) : type, nullable }];
}

/**
 * The columns of a table by name.
 *
 * @throws StoreError `STORE_INPUT_INVALID` for a table that is not declared.
 */
export function columnsOf(table: TableName): ReadonlyMap<string, ColumnFacts> {
  const columns = FACTS.get(table);
  if (!columns) throw new StoreError('STORE_INPUT_INVALID', `The store has no table ${String(table)}.`);
  return columns;
}

/**
 * The facts of one column.
 *
 * @throws StoreError `STORE_INPUT_INVALID` for a column that is not declared.
 */
export function columnOf(table: TableName, name: string): ColumnFacts {
  const column = columnsOf(table).get(name);
  if (!column) throw new StoreError('STORE_INPUT_INVALID', `The table ${table} has no column ${name}.`);
  return column;
}

/** Refuses a value that does not fit its column. The caller checks null. */
export function checkValue(table: TableName, { name, plain }: ColumnFacts, value: unknown): void {
  if (CHECKS[plain]?.(value)) return;
  const found = value === null ? 'null' : typeof value;
  throw new StoreError('STORE_INPUT_INVALID', `${table}.${name} is of type ${plain} and cannot take this ${found}.`);
}

/**
 * Checks a row to insert and sets omitted columns to null.
 *
 * @throws StoreError `STORE_INPUT_INVALID` that names the column that is unknown, missing, of another type, or set by the store.
 */
export function checkRow(table: TableName, row: Values): Values {
  return checked(table, row, 'given by the store');
}

/**
 * Checks a whole row, with its id.
 *
 * @throws StoreError `STORE_INPUT_INVALID` as {@link checkRow}, and for a row without an id.
 */
export function checkWholeRow(table: TableName, row: Values): Values {
  return checked(table, row, 'part of the row');
}

type IdOrigin = 'given by the store' | 'part of the row';

function checked(table: TableName, row: Values, id: IdOrigin): Values {
  const columns = columnsOf(table);
  if (isComplete(columns, row, id)) return row;
  for (const name of Object.keys(row)) columnOf(table, name);
  const checked: Record<string, unknown> = {};
  for (const column of columns.values()) {
    const value = row[column.name];
    if (column.plain === 'id' && id === 'given by the store') {
      if (value === undefined) continue;
      throw new StoreError('STORE_INPUT_INVALID', `${table}.${column.name} is given by the store: leave it out.`);
    }
    checked[column.name] = column.nullable && (value === undefined || value === null) ? null : value;
    if (checked[column.name] !== null || !column.nullable) checkPresent(table, column, value);
  }
  return checked;
}

/**
 * Returns whether a row has a valid value in every column and nothing else, as most rows have. Such a row needs no copy, which
 * would take several times as long as its checks.
 */
function isComplete(columns: ReadonlyMap<string, ColumnFacts>, row: Values, id: IdOrigin): boolean {
  let present = 0;
  for (const { name, plain, nullable } of columns.values()) {
    if (plain === 'id' && id === 'given by the store') continue;
    const value = row[name];
    if (value === undefined) return false;
    if (!(nullable && value === null) && !CHECKS[plain]?.(value)) return false;
    present += 1;
  }
  return Object.keys(row).length === present;
}

function checkPresent(table: TableName, column: ColumnFacts, value: unknown): void {
  if (value === undefined) {
    throw new StoreError('STORE_INPUT_INVALID', `${table}.${column.name} is missing and may not be null.`);
  }
  checkValue(table, column, value);
}

/**
 * Checks a patch. Undefined columns are unchanged and not in the result.
 *
 * @throws StoreError `STORE_INPUT_INVALID` that names the column that is unknown, part of the key, or of another type.
 */
export function checkPatch(table: TableName, patch: Values): Values {
  const checked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(patch)) {
    const column = columnOf(table, name);
    if (value === undefined) continue;
    if ((TABLES[table].key as readonly string[]).includes(name)) {
      throw new StoreError('STORE_INPUT_INVALID', `${table}.${name} is the key and cannot be changed.`);
    }
    const increment = incrementOf(column, value);
    if (increment !== undefined) checkValue(table, column, increment);
    else if (value !== null || !column.nullable) checkValue(table, column, value);
    checked[name] = value;
  }
  return checked;
}

/** Returns the number that `{ increment: n }` adds to a column of numbers, or undefined for any other value. */
export function incrementOf({ plain }: Pick<ColumnFacts, 'plain'>, value: unknown): unknown {
  if (plain !== 'integer' && plain !== 'time') return undefined;
  return typeof value === 'object' && value !== null && 'increment' in value ? value.increment : undefined;
}
