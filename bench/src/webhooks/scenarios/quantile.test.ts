import { expect, it } from 'vitest';
import { quantile } from './quantile.ts';

it('is the value below which a share of all values lies, in whatever order they came', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([0, 0.5, 0.99, 1].map((share) => quantile(values, share))).toEqual([1, 51, 100, 100]);
});

it('refuses to sum up nothing', () => {
  expect(() => quantile([], 0.5)).toThrow(RangeError);
});
