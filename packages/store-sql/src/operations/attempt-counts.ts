import { COUNTED_COLUMNS, type TableName, type Tests } from '@portcullis/core/ports';
import { PREFIX } from '../schema/layout-of.ts';

/**
 * The table with the numbers of attempts. The sum of `count` over all its rows with the same values in {@link COUNTED} is the number of
 * attempts with these values.
 */
export const COUNTS_TABLE = `${PREFIX}attempt_counts`;

/** The columns by which attempts are counted; each has the same name in both tables. */
export const COUNTED = ['tenant', ...COUNTED_COLUMNS] as const;

const NAMES: ReadonlySet<string> = new Set(COUNTED);

/** Returns whether the rows of a table are counted. */
export function isCounted(table: TableName): boolean {
  return table === 'attempts';
}

/** Returns whether the table of counts has the number of rows that match some conditions. */
export function hasStoredCount(table: TableName, tests: Tests): boolean {
  const [only = [], ...others] = tests;
  return (
    isCounted(table) &&
    others.length === 0 &&
    only.every(({ operator, column }) => operator === 'eq' && NAMES.has(column))
  );
}
