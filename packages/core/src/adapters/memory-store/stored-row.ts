import type { TableName } from '../../ports/store/tables.ts';
import { columnsOf } from '../store-frame/check-values.ts';
import type { Values } from '../store-frame/store-engine.ts';

/**
 * A row as the memory store keeps it: JSON as text and bytes copied, so that nothing a caller holds can change it. Stored
 * rows are never changed in place.
 */
export type StoredRow = Readonly<Record<string, unknown>>;

/** Takes values in: from here on they are nobody else's. */
export function toStored(table: TableName, values: Values): StoredRow {
  return mapValues(table, values, {
    json: (value) => JSON.stringify(value),
    bytes: (value) => Uint8Array.from(value as Uint8Array),
  });
}

/** Gives a row out: the caller may do with it what it wants. */
export function fromStored(table: TableName, row: StoredRow): Values {
  return mapValues(table, row, {
    json: (value) => JSON.parse(value as string),
    bytes: (value) => Uint8Array.from(value as Uint8Array),
  });
}

function mapValues(
  table: TableName,
  values: Values,
  conversions: Readonly<Record<string, (value: unknown) => unknown>>,
): Values {
  const converted: Record<string, unknown> = {};
  for (const { name, plain, nullable } of columnsOf(table).values()) {
    if (!(name in values)) continue;
    const value = values[name];
    const convert = nullable && value === null ? undefined : conversions[plain];
    converted[name] = convert ? convert(value) : value;
  }
  return converted;
}
