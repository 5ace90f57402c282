import { sql } from 'kysely';
import type { ListTest } from '../schema/sql-flavour.ts';
import type { PlainType } from '../schema/sql-table.ts';
import { COLLATION } from './collation.ts';

/** The length of the longest list whose values are parameters. A statement has 65,535 of them at most. */
const MAX_PARAMETERS = 4096;

/**
 * Creates the test for a list. Its values are parameters, because the server reads a whole table to update the rows in a
 * list that is one parameter. The last value is repeated up to a power of two, so that thirteen shapes are enough.
 */
export function createListTest(values: readonly unknown[], type: PlainType): ListTest {
  if (values.length === 0) return { shape: '0', parameters: [], build: () => sql`false` };
  if (values.length > MAX_PARAMETERS) return createLongListTest(values, type);
  const size = 2 ** Math.ceil(Math.log2(values.length));
  const parameters = [...values, ...Array.from({ length: size - values.length }, () => values.at(-1))];
  return { shape: `${size}`, parameters, build: (column) => sql`${column} in (${sql.join(parameters)})` };
}

function createLongListTest(values: readonly unknown[], type: PlainType): ListTest {
  const text = JSON.stringify(values);
  const [declared, value] =
    type === 'text' ? [sql`longtext`, sql`item collate ${sql.raw(COLLATION)}`] : [sql`bigint`, sql`item`];
  return {
    shape: 'json',
    parameters: [text],
    build: (column) =>
      sql`${column} in (select ${value} from json_table(${text}, '$[*]' columns (item ${declared} path '$')) as list)`,
  };
}
