import type { Clock } from '../../ports/clock.ts';

/** A counter of recent actions by key. */
export interface RateLimiter<Key> {
  /**
   * Counts an action and returns 0. If the limit is reached, it returns the milliseconds to wait and does not count the action.
   */
  take(key: Key): number;
  /** Returns the milliseconds until the next action would be counted; 0 for now. */
  wait(key: Key): number;
}

/** Maximum number of keys in memory. Beyond it, the key that was not counted for longest is removed. */
const MAX_KEYS = 10_000;

/**
 * Creates a limiter with a sliding window: at most `limit` actions in any `windowMs`. The windows of `rate-limiter-flexible` are
 * fixed, so twice the limit fits around an edge, and `limiter` has no keys; both use the system time.
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

  /** The map is in the order of last use, the oldest first. */
  function forgetIdle(now: number): void {
    for (const key of taken.keys()) {
      if (taken.size <= MAX_KEYS && recent(key, now).length > 0) return;
      taken.delete(key);
    }
  }
}
