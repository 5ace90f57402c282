import { TABLES, type TableName } from '../store/tables.ts';
import { columnsOf } from './check-values.ts';
import { copyJson } from './copy-json.ts';
import type { Values } from './store-engine.ts';

/** The copy functions of types with mutable values. Other values are not copied. */
const COPIES: Readonly<Partial<Record<string, (value: unknown) => unknown>>> = {
  json: copyJson,
  bytes: (value) => new Uint8Array(value as Uint8Array),
};

/** The columns of each table whose values are copied. */
const COPIED = new Map(
  (Object.keys(TABLES) as TableName[]).map((table) => [
    table,
    [...columnsOf(table).values()].filter(({ plain }) => plain in COPIES),
  ]),
);

/**
 * Returns a copy of a row or a patch as a store returns it, without references to the caller's objects: for a store that keeps rows in
 * memory, or returns a row that it has just written. The copy can be changed.
 */
export function copyRow(table: TableName, values: Values): Record<string, unknown> {
  // V8 copies a whole object several times as fast as it adds the properties one by one.
  const copy: Record<string, unknown> = { ...values };
  for (const { name, plain, nullable } of COPIED.get(table) ?? []) {
    if (name in values && !(nullable && values[name] === null)) copy[name] = COPIES[plain]?.(values[name]);
  }
  return copy;
}
