import { createFakeClock } from '@portcullis/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTokenBuckets } from './token-buckets.ts';

it('admits a burst, then as many as the rate permits, and returns the time to wait', () => {
  const clock = createFakeClock();
  const buckets = createTokenBuckets(clock);
  const rate = { perSecond: 4, burst: 2 };
  const take = () => buckets.take('a', rate);
  expect([take(), take(), take()]).toEqual([0, 0, 250]);
  clock.advance(100);
  expect(take()).toBe(150);
  clock.advance(150);
  expect([take(), take()]).toEqual([0, 250]);
  expect(buckets.take('b', rate)).toBe(0);
  clock.advance(10_000);
  expect([take(), take(), take()]).toEqual([0, 0, 250]);
});

it('never admits more than the burst and the rate permit, and always admits after the returned wait', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(400), { maxLength: 60 }),
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 20 }),
      (pauses, perSecond, burst) => {
        const clock = createFakeClock();
        const buckets = createTokenBuckets(clock);
        const passed: number[] = [];
        for (const pause of pauses) {
          clock.advance(pause);
          const wait = buckets.take('a', { perSecond, burst });
          if (wait > 0) {
            clock.advance(Math.ceil(wait));
            expect(buckets.take('a', { perSecond, burst })).toBe(0);
          }
          passed.push(clock.monotonic());
          for (const [index, from] of passed.entries()) {
            const most = burst + ((clock.monotonic() - from) * perSecond) / 1000;
            expect(passed.length - index).toBeLessThanOrEqual(most + 0.01);
          }
        }
      },
    ),
  );
});
