import { StoreError } from '@portcullis/core/ports';
import type { SqlFlavour } from '../schema/sql-flavour.ts';
import type { SqlColumn, SqlTable } from '../schema/sql-table.ts';

/** Converts the value of a row, never null, into a parameter. */
export type Encode = (value: unknown) => unknown;

/** Returns the encoder of a column in the rows of an engine; undefined if its values are not converted. */
export function encoderOf(flavour: SqlFlavour, table: SqlTable, column: SqlColumn): Encode | undefined {
  const encode = flavour.encode[column.type] as Encode | undefined;
  const limit = column.type === 'text' ? flavour.textLimit?.(table.layout, column.name) : undefined;
  if (limit === undefined) return encode;
  return (value) => {
    refuseLongText(value as string, limit, `${table.name}.${column.name}`);
    return encode ? encode(value) : value;
  };
}

/** Refuses a text that an engine would cut off when it skips other errors of a statement. */
function refuseLongText(text: string, limit: number, column: string): void {
  // A character has one or two units.
  if (text.length <= limit || [...text].length <= limit) return;
  throw new StoreError('STORE_INPUT_INVALID', `${column} holds at most ${limit} characters in this store.`);
}
