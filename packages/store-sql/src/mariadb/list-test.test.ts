import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createCompiler } from '../operations/compiler.ts';
import { createListTest } from './list-test.ts';
import { MARIADB_FLAVOUR } from './mariadb-flavour.ts';

const compiler = createCompiler(MARIADB_FLAVOUR);
const textOf = (values: readonly unknown[], type: 'integer' | 'text' = 'integer') =>
  createListTest(values, type).build(sql.ref('id')).compile(compiler).sql;

describe('the test for a list', () => {
  it('repeats the last value up to a power of two', () => {
    const { parameters, shape } = createListTest([1, 2, 3], 'integer');
    expect(parameters).toEqual([1, 2, 3, 3]);
    expect(shape).toBe(createListTest([4, 5, 6, 7], 'integer').shape);
    expect(textOf([1, 2, 3])).toBe('`id` in (?, ?, ?, ?)');
  });

  it('is false for an empty list', () => {
    expect(createListTest([], 'integer').parameters).toEqual([]);
    expect(textOf([])).toBe('false');
  });

  it('sends a long list as one parameter', () => {
    const values = Array.from({ length: 5000 }, (_each, index) => index);
    expect(createListTest(values, 'integer').parameters).toEqual([JSON.stringify(values)]);
    expect(textOf(values)).toContain('columns (item bigint path');
    expect(textOf(values, 'text')).toContain('item collate utf8mb4_nopad_bin');
  });
});
