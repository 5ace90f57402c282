import { expect, it } from 'vitest';
import { sampleFaults } from './sample-faults.ts';

const items = Array.from({ length: 100 }, (_, index) => index);

it('takes the same sample with the same seed, and another one with another', () => {
  expect(sampleFaults(items, 10, 1)).toEqual(sampleFaults(items, 10, 1));
  expect(sampleFaults(items, 10, 1)).not.toEqual(sampleFaults(items, 10, 2));
});

it('takes each item once at most, and all where there are no more', () => {
  expect(new Set(sampleFaults(items, 60, 3)).size).toBe(60);
  expect([...sampleFaults(items, 1000, 3)].sort((left, right) => left - right)).toEqual(items);
});
