import { describe, expect, it } from 'vitest';
import { compareCosts, MIN_ROUNDS, type Pair } from './compare-costs.ts';

/** Rounds on a machine whose speed differs from round to round, with these ratios of the costs. */
function roundsOf(...ratios: readonly number[]): readonly Pair[] {
  return ratios.map((ratio, round) => ({ other: 100 + 40 * (round % 3), present: (100 + 40 * (round % 3)) * ratio }));
}

describe('the comparison of the costs in two checkouts', () => {
  it('is worse if this checkout costs clearly more in each round', () => {
    expect(compareCosts(roundsOf(...[1.08, 1.07, 1.12, 1.06, 1.09].slice(0, MIN_ROUNDS))).verdict).toBe('worse');
  });

  it('is worse although one round of eight is an exception', () => {
    expect(compareCosts(roundsOf(1.08, 1.07, 0.8, 1.12, 1.06, 1.09, 1.1, 1.07)).verdict).toBe('worse');
  });

  it('is met at a median of 1.05, even if single rounds are far above that', () => {
    expect(compareCosts(roundsOf(1.05, 1.04, 1.6, 1.05, 1.9, 1.03, 1.05)).verdict).toBe('met');
  });

  it('is met if this checkout costs less', () => {
    expect(compareCosts(roundsOf(0.9, 0.91, 0.88, 0.93, 0.9)).verdict).toBe('met');
  });

  it('is inconclusive if the rounds contradict each other', () => {
    expect(compareCosts(roundsOf(1.4, 0.7, 1.3, 0.8, 1.2, 1.1, 0.9)).verdict).toBe('inconclusive');
  });

  it('is inconclusive if too few rounds were measured', () => {
    expect(compareCosts(roundsOf(...Array<number>(MIN_ROUNDS - 1).fill(1.5))).verdict).toBe('inconclusive');
  });

  it('compares the costs of each round, not the medians of each side', () => {
    const pairs = [
      { other: 100, present: 110 },
      { other: 200, present: 220 },
      { other: 300, present: 330 },
    ];
    expect(compareCosts(pairs).median).toBeCloseTo(1.1);
    expect(compareCosts(pairs).other).toBe(200);
  });

  it.each([
    [5, 1 / 32],
    [7, 1 / 128],
  ])('returns the probability that a coin falls the same way %i times', (rounds, chance) => {
    expect(compareCosts(roundsOf(...Array<number>(rounds).fill(1.1))).chance).toBeCloseTo(chance);
  });

  it('returns a probability of a half or more if this checkout costs more in half of the rounds', () => {
    expect(compareCosts(roundsOf(1.1, 0.9, 1.1, 0.9)).chance).toBeCloseTo(11 / 16);
  });

  it('rejects an empty list', () => {
    expect(() => compareCosts([])).toThrow(RangeError);
  });
});
