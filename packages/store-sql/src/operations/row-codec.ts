import type { Values } from '@portcullis/core/ports';
import type { SqlFlavour } from '../schema/sql-flavour.ts';
import { ownColumns, type SqlColumn, type SqlTable } from '../schema/sql-table.ts';
import { encoderOf } from './encode.ts';

/** Converts rows into parameters and results into rows, for one table and engine. */
export interface RowCodec {
  /** Returns the values of the given columns, in their order. */
  encode(row: Values): readonly unknown[];
  /** Returns the values of all columns, including the id, in their order. */
  encodeWhole(row: Values): readonly unknown[];
  /** Converts the values of all columns, in their order, into a row. */
  decode(result: readonly unknown[]): Values;
  /** Converts the values of all columns except `tenant`, in their order, into a row. */
  decodeOwn(result: readonly unknown[]): Values;
  /** The values that an `insert` returned: of the id, if the table has one, and of its identity. */
  decodeAdded(result: readonly unknown[]): readonly unknown[];
}

type Convert = ((value: unknown) => unknown) | undefined;

/** Creates the codec of a table. */
export function createRowCodec(table: SqlTable, flavour: SqlFlavour): RowCodec {
  const described = table.columns.map((column) => ({ ...column, encode: encoderOf(flavour, table, column) }));
  const given = described.filter(({ type }) => type !== 'id');
  const encoder = (columns: typeof given) => (row: Values) =>
    columns.map(({ property, nullable, encode }) => {
      const value = row[property];
      // In a JSON column that is not nullable, null is the JSON value.
      return encode && !(nullable && value === null) ? encode(value) : value;
    });
  const decoder = (columns: readonly SqlColumn[]) => {
    const decoded = columns.map(({ property, type }) => ({ property, decode: flavour.decode[type] as Convert }));
    return (result: readonly unknown[]): Values => {
      const row: Record<string, unknown> = {};
      decoded.forEach(({ property, decode }, index) => {
        const value = result[index];
        row[property] = decode && value !== null ? decode(value) : value;
      });
      return row;
    };
  };
  const returned = [...(table.id ? [table.id] : []), ...table.identity].map(
    ({ type }) => flavour.decode[type] as Convert,
  );

  return {
    encode: encoder(given),
    encodeWhole: encoder(described),
    decode: decoder(table.columns),
    decodeOwn: decoder(ownColumns(table)),
    decodeAdded: returned.some(Boolean)
      ? (result) =>
          result.map((value, index) => {
            const decode = value === null ? undefined : returned[index];
            return decode ? decode(value) : value;
          })
      : (result) => result,
  };
}
