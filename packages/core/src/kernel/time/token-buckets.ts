import type { Clock } from '../../ports/clock.ts';
import { permittedCells, theoreticalArrival } from './cell-rate.ts';

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

/** Creates full buckets. A token is a cell of the generic cell rate algorithm. */
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
      const rate = { interval: 1000 / perSecond, burst };
      const theoretical = fullAt.get(key) ?? now;
      const wait = permittedCells(theoretical, rate, now).earliest - now;
      // Sums of fractions may be off by less than a microsecond.
      if (wait > 0.001) return wait;
      fullAt.delete(key);
      fullAt.set(key, theoreticalArrival(theoretical, rate, now, 1));
      forgetFull(now);
      return 0;
    },
  };
}
