/**
 * The upper bounds of the counters of latencies, in milliseconds: five per power of ten. One more counter has the longer ones.
 * Source of the steps: ISO 3, series R5.
 */
export const LATENCY_BOUNDS_MS: readonly number[] = Object.freeze([
  1, 1.6, 2.5, 4, 6.3, 10, 16, 25, 40, 63, 100, 160, 250, 400, 630, 1000, 1600, 2500, 4000, 6300, 10_000, 16_000,
  25_000, 40_000,
]);

/** Returns the index of the counter of a latency. */
export function latencyCounterOf(milliseconds: number): number {
  let index = 0;
  while (index < LATENCY_BOUNDS_MS.length && milliseconds > (LATENCY_BOUNDS_MS[index] ?? 0)) index += 1;
  return index;
}

/**
 * Returns the latency below which a fraction of all latencies lie, in milliseconds, or undefined without latencies. It is
 * interpolated within the counter of the exact value, so it is wrong by a factor of 1.6 at most, or by 1 ms below that. The
 * result is at most the last bound.
 */
export function latencyQuantile(counters: readonly number[], fraction: number): number | undefined {
  const total = counters.reduce((sum, count) => sum + count, 0);
  if (total === 0) return undefined;
  const rank = fraction * total;
  let before = 0;
  for (const [index, count] of counters.entries()) {
    if (count > 0 && before + count >= rank) return within(index, (rank - before) / count);
    before += count;
  }
  return LATENCY_BOUNDS_MS.at(-1);
}

/** The bounds grow by a factor, so the interpolation is geometric, except from zero. */
function within(index: number, fraction: number): number {
  const upper = LATENCY_BOUNDS_MS[index];
  if (upper === undefined) return LATENCY_BOUNDS_MS.at(-1) as number;
  const lower = LATENCY_BOUNDS_MS[index - 1];
  return lower === undefined ? upper * fraction : lower * (upper / lower) ** fraction;
}
