import { describe, expect, it } from 'vitest';
import { sweptOf } from './swept.ts';

const PLACES = Array.from({ length: 30 }, (_, at) => at);
const tried = (sweep: 'whole' | 'sampled', index: number) => PLACES.filter(sweptOf({ sweep }, index));

describe('a sweep over the statements of samples', () => {
  it('tries all statements of every sample if it is whole', () => {
    for (const index of [0, 1, 6]) expect(tried('whole', index)).toEqual(PLACES);
  });

  it('is whole unless the options of the plugin limit it', () => {
    expect(PLACES.filter(sweptOf({}, 3))).toEqual(PLACES);
  });

  it('tries every third statement of the first sample if it is sampled, and every seventh of the others', () => {
    expect(tried('sampled', 0)).toEqual([0, 3, 6, 9, 12, 15, 18, 21, 24, 27]);
    expect(tried('sampled', 2)).toEqual([2, 9, 16, 23]);
  });

  it('has another offset for each sample', () => {
    const first = [1, 2, 3, 4, 5, 6, 7].map((index) => tried('sampled', index)[0]);
    expect(first.toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });
});
