import { createFakeClock } from '@portcullis/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRateLimiter } from './rate-limiter.ts';

it('admits a number of calls in a window, and returns the time to wait', () => {
  const clock = createFakeClock();
  const limiter = createRateLimiter(clock, 2, 1000);
  const first = limiter.take(1);
  clock.advance(400);
  expect(first).toBe(0);
  expect(limiter.take(1)).toBe(0);
  expect(limiter.take(1)).toBe(600);
  expect(limiter.take(2)).toBe(0);
  clock.advance(600);
  expect(limiter.take(1)).toBe(0);
  expect(limiter.take(1)).toBe(400);
});

it('never admits more in any window, and always admits after the returned wait', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(300)), fc.integer({ min: 1, max: 5 }), (pauses, limit) => {
      const clock = createFakeClock();
      const limiter = createRateLimiter(clock, limit, 500);
      const passed: number[] = [];
      for (const pause of pauses) {
        clock.advance(pause);
        const wait = limiter.take(1);
        if (wait === 0) passed.push(clock.monotonic());
        expect(passed.filter((time) => time > clock.monotonic() - 500).length).toBeLessThanOrEqual(limit);
        expect(wait).toBeLessThanOrEqual(500);
      }
      clock.advance(limiter.take(1));
      clock.advance(500);
      expect(limiter.take(1)).toBe(0);
    }),
  );
});
