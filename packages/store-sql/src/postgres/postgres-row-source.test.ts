import { describe, expect, it } from 'vitest';
import { POSTGRES_ROW_SOURCE } from './postgres-row-source.ts';

const column = (name: string, nullable: boolean) => ({ property: name, name, type: 'integer', nullable }) as const;
const COLUMNS = [column('key', false), column('given', false), column('maybe', true)];

describe('the arrays of rows', () => {
  it.each([
    {
      what: 'contain a value of all rows once, and nothing for a column without values',
      rows: [
        [1, 7, null],
        [2, 7, null],
      ],
      arrays: ['{1,2}', '{7}', '{}'],
    },
    {
      what: 'contain each value of a column whose values differ, and of a column that may be null',
      rows: [
        [1, 7, 5],
        [2, 8, 5],
      ],
      arrays: ['{1,2}', '{7,8}', '{5,5}'],
    },
    {
      what: 'contain null between values',
      rows: [
        [1, 7, null],
        [2, 7, 5],
      ],
      arrays: ['{1,2}', '{7}', '{NULL,5}'],
    },
    {
      what: 'have an element for each row in the first column, even if all rows are equal',
      rows: [
        [1, 7, null],
        [1, 7, null],
      ],
      arrays: ['{1,1}', '{7}', '{}'],
    },
  ])('$what', ({ rows, arrays }) => {
    expect(POSTGRES_ROW_SOURCE.parameters(rows, COLUMNS)).toEqual(arrays);
  });
});
