import { expect, it } from 'vitest';
import { quantile } from './quantile.ts';

it('returns the value below a given share of all values, in any order', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([0, 0.5, 0.99, 1].map((share) => quantile(values, share))).toEqual([1, 51, 100, 100]);
});

it('rejects an empty list', () => {
  expect(() => quantile([], 0.5)).toThrow(RangeError);
});
