import type { Clock } from '../../ports/clock.ts';

/** A rate, and the largest burst. */
interface Rate {
  readonly perSecond: number;
  /** Maximum number of tokens that can be taken at once after a pause. */
  readonly burst: number;
}

/** Token buckets by key, each filled at its rate. */
export interface TokenBuckets {
  /** Takes a token and returns 0. If there is none, returns the milliseconds until there is one. */
  take(key: string, rate: Rate): number;
}

/** Maximum number of keys. The least recently used one is removed first. */
const MAX_KEYS = 10_000;

/** Creates full buckets. Source of the calculation: GCRA, ITU-T I.371. */
export function createTokenBuckets(clock: Pick<Clock, 'monotonic'>): TokenBuckets {
  /** The time at which each bucket is full again. */
  const fullAt = new Map<string, number>();

  /** The map is in the order of last use, the earliest first. */
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
