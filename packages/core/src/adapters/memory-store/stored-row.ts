import { TABLES, type TableName } from '../../ports/store/tables.ts';
import { columnsOf } from '../../ports/store-base/check-values.ts';
import type { Values } from '../../ports/store-base/store-engine.ts';

/**
 * A row in the memory store. JSON and bytes are copied, so that callers cannot change it. Stored rows are never changed in place.
 */
export type StoredRow = Readonly<Record<string, unknown>>;

/** The copy functions of types with mutable values. Other values are not copied. */
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

/** Copies values for storage. */
export function toStored(table: TableName, values: Values): StoredRow {
  return copied(table, values, TO_STORED);
}

/** Returns a copy of a row, which the caller may change. */
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

/** Returns the value as JSON preserves it. */
function toJson(value: unknown): unknown {
  const text = JSON.stringify(value);
  return text === undefined ? undefined : JSON.parse(text);
}

/**
 * Copies a result of {@link toJson}. This is faster than to serialise and parse it, and rows are read more often than written.
 */
function copyJson(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyJson);
  const copy: Record<string, unknown> = { ...value };
  for (const name of Object.keys(copy)) {
    // A member named __proto__ is already an own property, and remains one.
    if (typeof copy[name] === 'object') copy[name] = copyJson(copy[name]);
  }
  return copy;
}
