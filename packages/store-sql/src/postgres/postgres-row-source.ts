import { sql } from 'kysely';
import type { RowSource } from '../schema/row-source.ts';
import { arrayLiteral } from './array-literal.ts';
import { ARRAY_TYPES } from './array-types.ts';

/** Limits one message to the server to a few megabytes. */
const MAX_ROWS = 1_000;

/** Rows as one array for each column: the statement is the same for any number of rows. */
export const POSTGRES_ROW_SOURCE: RowSource = {
  atOnce: (count) => Math.min(MAX_ROWS, count),
  shape: () => 'rows',
  write(columns, _count, parameters) {
    const arrays = columns.map(({ type }, index) => sql`${parameters[index]}::${sql.raw(ARRAY_TYPES[type])}`);
    return sql`select * from unnest(${sql.join(arrays)})`;
  },
  parameters: (rows) => (rows[0] ?? []).map((_value, column) => arrayLiteral(rows.map((row) => row[column]))),
};
