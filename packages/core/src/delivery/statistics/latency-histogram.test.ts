import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LATENCY_BOUNDS_MS, latencyCounterOf, latencyQuantile } from './latency-histogram.ts';

function histogramOf(latencies: readonly number[]): number[] {
  const counters: number[] = Array(LATENCY_BOUNDS_MS.length + 1).fill(0);
  for (const latency of latencies) counters[latencyCounterOf(latency)] = (counters[latencyCounterOf(latency)] ?? 0) + 1;
  return counters;
}

describe('a quantile of latencies', () => {
  it('is wrong by a factor of 1.6 at most above the first bound', () => {
    const latencies = fc.array(fc.double({ min: 1, minExcluded: true, max: 40_000, noNaN: true }), {
      minLength: 1,
      maxLength: 200,
    });
    fc.assert(
      fc.property(latencies, fc.constantFrom(0.5, 0.95), (values, fraction) => {
        const sorted = values.toSorted((left, right) => left - right);
        const exact = sorted[Math.ceil(fraction * sorted.length) - 1] ?? 0;
        const factor = (latencyQuantile(histogramOf(values), fraction) ?? 0) / exact;
        expect(factor).toBeGreaterThan(1 / 1.61);
        expect(factor).toBeLessThan(1.61);
      }),
    );
  });

  it('is within a millisecond below the first bound', () => {
    expect(latencyQuantile(histogramOf([0.1, 0.2, 0.9]), 0.5)).toBeLessThanOrEqual(1);
  });

  it('is the last bound for longer latencies', () => {
    expect(latencyQuantile(histogramOf([90_000, 3_600_000]), 0.5)).toBe(40_000);
  });

  it('is unknown without latencies', () => {
    expect(latencyQuantile(histogramOf([]), 0.5)).toBeUndefined();
  });
});

describe('a counter of latencies', () => {
  it('includes its upper bound', () => {
    for (const [index, bound] of LATENCY_BOUNDS_MS.entries()) expect(latencyCounterOf(bound)).toBe(index);
  });
});
