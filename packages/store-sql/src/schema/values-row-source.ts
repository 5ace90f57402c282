import { sql } from 'kysely';
import type { RowSource } from './row-source.ts';

/** Maximum number of rows in a statement. Larger statements are not faster, because the rows take most of the time. */
const MAX_ROWS = 64;

/**
 * Rows as a list of values, in statements of 64, 32, 16, ... rows: seven distinct statements are enough for any number.
 */
export const VALUES_ROW_SOURCE: RowSource = {
  atOnce: (count) => Math.min(MAX_ROWS, 2 ** Math.floor(Math.log2(count))),
  shape: String,
  write(columns, count, parameters, idOf) {
    const rows = Array.from({ length: count }, (_each, row) => [
      ...(idOf ? [idOf(row + 1)] : []),
      ...parameters.slice(row * columns.length, (row + 1) * columns.length),
    ]);
    return sql`values ${sql.join(rows.map((values) => sql`(${sql.join(values)})`))}`;
  },
  parameters: (rows) => rows.flat(),
};
