import { type RawBuilder, sql } from 'kysely';
import type { RowSource } from '../schema/row-source.ts';
import type { SqlColumn } from '../schema/sql-table.ts';
import { arrayLiteral } from './array-literal.ts';
import { ARRAY_TYPES } from './array-types.ts';

/** Limits one message to the server to a few megabytes. */
const MAX_ROWS = 1_000;

/**
 * Rows as one array for each column: the statement is the same for any number of rows. If all rows have the same value in a
 * column, its array contains it once, because the server reads each element of an array.
 */
export const POSTGRES_ROW_SOURCE: RowSource = createRowSource((parameter, type) => sql`${parameter}::${sql.raw(type)}`);

/** @param cast - returns the expression that converts a parameter, the text of an array, into a type. */
export function createRowSource(cast: (parameter: unknown, type: string) => RawBuilder<unknown>): RowSource {
  return {
    atOnce: (count) => Math.min(MAX_ROWS, count),
    shape: () => 'rows',
    write(columns, _count, parameters) {
      const names = columns.map((_column, index) => sql.raw(`c${index}`));
      const arrays = columns.map(
        ({ type }, index) => sql`${cast(parameters[index], ARRAY_TYPES[type])} as ${names[index]}`,
      );
      const passed = names.map((name) => sql`given.${name}`);
      const values = columns.map((column, index) => completed(column, names[index] as RawBuilder<unknown>));
      return sql`select ${sql.join(values)} from (select ${sql.join(arrays)}) as given,
        unnest(${sql.join(passed)}) as each (${sql.join(names)})`;
    },
    // The first array is complete: its length is the number of rows.
    parameters: (rows, columns) =>
      columns.map((column, index) => {
        const values = rows.map((row) => row[index]);
        return arrayLiteral(index === 0 ? values : withoutRepetition(column, values));
      }),
  };
}

/** Returns no value instead of nulls only, and one instead of a repeated one, which {@link completed} completes. */
function withoutRepetition({ nullable }: SqlColumn, values: readonly unknown[]): readonly unknown[] {
  const [first = null] = values;
  if (nullable ? first !== null : first === null) return values;
  if (values.some((value) => (value ?? null) !== first)) return values;
  return nullable ? [] : [first];
}

/** After the end of its array, a nullable column is null in all rows; another one has its first value in all of them. */
function completed({ nullable }: SqlColumn, name: RawBuilder<unknown>): RawBuilder<unknown> {
  return nullable ? sql`each.${name}` : sql`coalesce(each.${name}, given.${name}[1])`;
}
