import { expect, it } from 'vitest';
import { sampleFaults } from './sample-faults.ts';

const items = Array.from({ length: 100 }, (_, index) => index);

it('returns the same sample for the same seed, and a different one for another seed', () => {
  expect(sampleFaults(items, 10, 1)).toEqual(sampleFaults(items, 10, 1));
  expect(sampleFaults(items, 10, 1)).not.toEqual(sampleFaults(items, 10, 2));
});

it('includes each item at most once, and all items if there are few', () => {
  expect(new Set(sampleFaults(items, 60, 3)).size).toBe(60);
  expect([...sampleFaults(items, 1000, 3)].sort((left, right) => left - right)).toEqual(items);
});
