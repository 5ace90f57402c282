import { describe, expect, it } from 'vitest';
import { permittedCells, theoreticalArrival } from './cell-rate.ts';

const RATE = { interval: 10, burst: 3 };

describe('the generic cell rate algorithm', () => {
  it('permits a burst at first', () => {
    expect(permittedCells(100, RATE, 100)).toEqual({ count: 3, earliest: 80 });
  });

  it('permits nothing after a burst, and returns the time of the next cell', () => {
    const theoretical = theoreticalArrival(100, RATE, 100, 3);
    expect(permittedCells(theoretical, RATE, 100)).toEqual({ count: 0, earliest: 110 });
    expect(permittedCells(theoretical, RATE, 110).count).toBe(1);
  });

  it('saves no more than a burst during a pause', () => {
    const theoretical = theoreticalArrival(100, RATE, 100, 1);
    expect(permittedCells(theoretical, RATE, 1_000_000).count).toBe(3);
  });
});
