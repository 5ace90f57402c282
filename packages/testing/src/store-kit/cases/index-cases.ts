import { type EngineQuery, TABLES, type TableDeclaration, type TableName } from '@portcullis/core/ports';
import { sampleRow } from '../sample-rows.ts';
import { type StoreCase, storeCase } from '../store-harness.ts';

type Index = NonNullable<TableDeclaration['indexes']>[string];

const declaredIndexes: readonly (readonly [TableName, string, Index])[] = Object.entries<TableDeclaration>(
  TABLES,
).flatMap(([table, { indexes = {} }]) =>
  Object.entries(indexes).map(([name, index]) => [table as TableName, name, index] as const),
);

/**
 * Returns the query for which an index is declared: the rows with one value of its first column, in the order of the
 * other columns.
 */
function readOf(table: TableName, { columns, where = {} }: Index): EngineQuery {
  const [first = '', ...others] = columns;
  const sample: Readonly<Record<string, unknown>> = { tenant: 'acme', id: 1, ...sampleRow(table, 1) };
  const equal = { ...where, [first]: sample[first] };
  return {
    tests: [
      Object.entries(equal).map(([column, value]) => ({ column, operator: 'eq' as const, value: value as string })),
    ],
    orderBy: (others.length > 0 ? others : [first]).map((column) => [column, 'asc'] as const),
    limit: 10,
    offset: 0,
    lock: undefined,
    omitsTenant: false,
  };
}

/** Cases about performance, which only print warnings. */
export const INDEX_CASES: readonly StoreCase[] = [
  storeCase(
    'uses an index for each query with a declared one (a violation only prints a warning)',
    async ({ harness: { readsWholeTable, warn = console.warn } }) => {
      for (const [table, name, index] of declaredIndexes) {
        if (await readsWholeTable?.(table, readOf(table, index))) {
          warn(
            `The store reads all rows of ${table} and does not use the index ${name} (${index.columns.join(', ')}).`,
          );
        }
      }
    },
    'readsWholeTable',
  ),
];
