import type { Clock } from '../../ports/clock.ts';

/** A rate, and how much of it may be used at once. */
interface Rate {
  readonly perSecond: number;
  /** The most that may be taken at once after a pause. */
  readonly burst: number;
}

/** Buckets of tokens, one for each key, which fill at a rate. */
export interface TokenBuckets {
  /** Takes a token; returns 0, or, where there is none, the milliseconds until there is one, and takes none. */
  take(key: string, rate: Rate): number;
}

/** Keys that are remembered at once. Beyond them the one that was used longest ago is forgotten. */
const MAX_KEYS = 10_000;

/** Makes buckets that are full. Source of the calculation: GCRA, ITU-T I.371. */
export function createTokenBuckets(clock: Pick<Clock, 'monotonic'>): TokenBuckets {
  /** When each bucket is full again. */
  const fullAt = new Map<string, number>();

  /** The map is in the order of last use: what is old is in front. */
  const forgetFull = (now: number): void => {
    for (const [key, at] of fullAt) {
      if (fullAt.size <= MAX_KEYS && at > now) return;
      fullAt.delete(key);
    }
  };

  return {
    take(key, { perSecond, burst }) {
      const now = clock.monotonic();
      const interval = 1000 / perSecond;
      const from = Math.max(fullAt.get(key) ?? now, now);
      const wait = from + interval - now - burst * interval;
      // Sums of fractions may be off by less than a microsecond.
      if (wait > 0.001) return wait;
      fullAt.delete(key);
      fullAt.set(key, from + interval);
      forgetFull(now);
      return 0;
    },
  };
}
