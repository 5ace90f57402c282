import { expect, it } from 'vitest';
import { spreadOf } from './spread.ts';

it('returns the middle measurement of an odd number, in any order', () => {
  expect(spreadOf([9, 10, 1])).toEqual({ min: 1, median: 9, max: 10 });
});

it('returns the mean of the two middle measurements of an even number', () => {
  expect(spreadOf([4, 1, 100, 2])).toEqual({ min: 1, median: 3, max: 100 });
});

it('rejects an empty list', () => {
  expect(() => spreadOf([])).toThrow(RangeError);
});
