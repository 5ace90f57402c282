import type { Clock } from '../../ports/clock.ts';

/** Counts recent actions by key. */
export interface RateLimiter<Key> {
  /** Counts one more; answers 0, or, when that would be too often, the milliseconds to wait, and does not count it. */
  take(key: Key): number;
  /** The milliseconds to wait until one more would be counted; 0 when it would be now. */
  wait(key: Key): number;
}

/** Keys that are remembered at once. Beyond them the one that was counted longest ago is forgotten, so that memory is bounded. */
const MAX_KEYS = 10_000;

/**
 * A limiter with a sliding window: never more than `limit` in any `windowMs`. Not `rate-limiter-flexible`, whose windows are fixed, so
 * that twice the limit fits around an edge, nor `limiter`, which knows no keys; both take the time from the system.
 */
export function createRateLimiter<Key>(clock: Clock, limit: number, windowMs: number): RateLimiter<Key> {
  const taken = new Map<Key, number[]>();

  const recent = (key: Key, now: number): number[] => (taken.get(key) ?? []).filter((time) => time > now - windowMs);

  const waitOf = (times: readonly number[], now: number): number =>
    times.length < limit ? 0 : (times[0] ?? now) + windowMs - now;

  return {
    wait(key) {
      const now = clock.monotonic();
      return waitOf(recent(key, now), now);
    },
    take(key) {
      const now = clock.monotonic();
      const times = recent(key, now);
      const wait = waitOf(times, now);
      if (wait === 0) times.push(now);
      taken.delete(key);
      taken.set(key, times);
      forgetIdle(now);
      return wait;
    },
  };

  /** The map is in the order of last use: what is old is in front. */
  function forgetIdle(now: number): void {
    for (const key of taken.keys()) {
      if (taken.size <= MAX_KEYS && recent(key, now).length > 0) return;
      taken.delete(key);
    }
  }
}
