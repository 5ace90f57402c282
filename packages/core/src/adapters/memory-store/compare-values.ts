import type { ColumnTest, Scalar } from '../../ports/store-base/store-engine.ts';
import type { StoredRow } from './stored-row.ts';

/** Compares two values of a column: null first, text by its UTF-8 bytes as in databases, other values by size. */
export function compareValues(left: unknown, right: unknown): number {
  if (left === right) return 0;
  if (left === null) return -1;
  if (right === null) return 1;
  if (typeof left === 'string') return Buffer.compare(Buffer.from(left), Buffer.from(right as string));
  return (left as Scalar) < (right as Scalar) ? -1 : 1;
}

const ORDER_TESTS: Readonly<Record<'lt' | 'lte' | 'gt' | 'gte', (order: number) => boolean>> = {
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
};

/** Returns whether a row passes a test. */
export function passes(row: StoredRow, test: ColumnTest): boolean {
  const value = row[test.column];
  switch (test.operator) {
    case 'is-null':
      return value === null;
    case 'is-not-null':
      return value !== null;
    case 'eq':
      return value === test.value;
    case 'not':
      return value !== test.value;
    case 'in':
      return test.values.includes(value as Scalar);
    case 'in-or-null':
      return value === null || test.values.includes(value as Scalar);
    default:
      return value !== null && ORDER_TESTS[test.operator](compareValues(value, test.value));
  }
}
