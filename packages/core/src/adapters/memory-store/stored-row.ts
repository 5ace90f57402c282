import { TABLES, type TableName } from '../../ports/store/tables.ts';
import { columnsOf } from '../../ports/store-base/check-values.ts';
import { copyJson } from '../../ports/store-base/copy-json.ts';
import type { Values } from '../../ports/store-base/store-engine.ts';

/**
 * A row in the memory store. JSON and bytes are copied, so that callers cannot change it. Stored rows are never changed in place.
 */
export type StoredRow = Readonly<Record<string, unknown>>;

/** The copy functions of types with mutable values. Other values are not copied. */
type Copies = Readonly<Partial<Record<string, (value: unknown) => unknown>>>;

const copyBytes = (value: unknown): Uint8Array => new Uint8Array(value as Uint8Array);
const COPIES: Copies = { json: copyJson, bytes: copyBytes };

/** The columns of each table whose values are copied. */
const COPIED = new Map(
  (Object.keys(TABLES) as TableName[]).map((table) => [
    table,
    [...columnsOf(table).values()].filter(({ plain }) => plain in COPIES),
  ]),
);

/** Copies a row or a patch: for storage, or for a caller who may change it. */
export function copyRow(table: TableName, values: Values): Values {
  const copy: Record<string, unknown> = { ...values };
  for (const { name, plain, nullable } of COPIED.get(table) ?? []) {
    if (name in values && !(nullable && values[name] === null)) copy[name] = COPIES[plain]?.(values[name]);
  }
  return copy;
}
