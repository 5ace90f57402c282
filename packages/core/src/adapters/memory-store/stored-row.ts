import { TABLES, type TableName } from '../../ports/store/tables.ts';
import { columnsOf } from '../../ports/store-base/check-values.ts';
import type { Values } from '../../ports/store-base/store-engine.ts';

/**
 * A row as the memory store keeps it: JSON and bytes copied, so that nothing a caller holds can change it. Stored rows are
 * never changed in place.
 */
export type StoredRow = Readonly<Record<string, unknown>>;

/** The copy functions of types with mutable values. All other values are passed on as they are. */
type Copies = Readonly<Partial<Record<string, (value: unknown) => unknown>>>;

const copyBytes = (value: unknown): Uint8Array => Uint8Array.from(value as Uint8Array);
const TO_STORED: Copies = { json: (value) => toJson(value), bytes: copyBytes };
const FROM_STORED: Copies = { json: (value) => copyJson(value), bytes: copyBytes };

/** The columns of each table whose values are copied. */
const COPIED = new Map(
  (Object.keys(TABLES) as TableName[]).map((table) => [
    table,
    [...columnsOf(table).values()].filter(({ plain }) => plain in TO_STORED),
  ]),
);

/** Copies values for storage: from here on they belong to the store alone. */
export function toStored(table: TableName, values: Values): StoredRow {
  return copied(table, values, TO_STORED);
}

/** Gives a row out: the caller may do with it what it wants. */
export function fromStored(table: TableName, row: StoredRow): Values {
  return copied(table, row, FROM_STORED);
}

function copied(table: TableName, values: Values, copies: Copies): Values {
  const copy: Record<string, unknown> = { ...values };
  for (const { name, plain, nullable } of COPIED.get(table) ?? []) {
    if (name in values && !(nullable && values[name] === null)) copy[name] = copies[plain]?.(values[name]);
  }
  return copy;
}

/** Returns the value as JSON keeps it. */
function toJson(value: unknown): unknown {
  const text = JSON.stringify(value);
  return text === undefined ? undefined : JSON.parse(text);
}

/** Copies what {@link toJson} made. Faster than to write it down and read it again, and rows are read more than written. */
function copyJson(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyJson);
  const copy: Record<string, unknown> = { ...value };
  for (const name of Object.keys(copy)) {
    // A member named __proto__ is an own property by now, and stays one.
    if (typeof copy[name] === 'object') copy[name] = copyJson(copy[name]);
  }
  return copy;
}
