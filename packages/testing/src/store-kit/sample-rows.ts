import { type ColumnType, type NewRow, TABLES, type TableName } from '@portcullis/core';

/** The first time of rows, which is recognisable in failures: 2023-11-14. */
const EPOCH = 1_700_000_000_000;

const SAMPLES: Readonly<Record<string, (column: string, seed: number) => unknown>> = {
  integer: (_column, seed) => seed,
  time: (_column, seed) => EPOCH + seed,
  text: (column, seed) => `${column} ${seed}`,
  boolean: (_column, seed) => seed % 2 === 0,
  json: (column, seed) => ({ [column]: seed }),
  bytes: (_column, seed) => Uint8Array.of(seed % 256, 0, 255),
};

/**
 * Returns a complete row of any table. Its values derive from `seed`: rows with different seeds differ in every column
 * except booleans. `values` contains the columns that matter to a test.
 */
export function sampleRow<Table extends TableName>(
  table: Table,
  seed: number,
  values: Partial<NewRow<Table>> = {},
): NewRow<Table> {
  const columns = Object.entries<ColumnType>(TABLES[table].columns).filter(
    ([column, type]) => type !== 'id' && column !== 'tenant',
  );
  const row = columns.map(([column, type]) => [column, SAMPLES[type.replace('?', '')]?.(column, seed)]);
  return { ...(Object.fromEntries(row) as NewRow<Table>), ...values };
}

/** Returns one sample row for each entry of `values`, with seeds from 1. */
export function sampleRows<Table extends TableName>(
  table: Table,
  values: readonly Partial<NewRow<Table>>[],
): NewRow<Table>[] {
  return values.map((each, index) => sampleRow(table, index + 1, each));
}
