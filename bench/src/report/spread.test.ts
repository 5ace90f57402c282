import { expect, it } from 'vitest';
import { spreadOf } from './spread.ts';

it('takes the middle one of an odd number of measurements, in whatever order they came', () => {
  expect(spreadOf([9, 10, 1])).toEqual({ min: 1, median: 9, max: 10 });
});

it('takes the mean of the two in the middle of an even number', () => {
  expect(spreadOf([4, 1, 100, 2])).toEqual({ min: 1, median: 3, max: 100 });
});

it('refuses to sum up nothing', () => {
  expect(() => spreadOf([])).toThrow(RangeError);
});
