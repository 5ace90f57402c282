import { expect, it } from 'vitest';
import { createFakeClock } from './create-fake-clock.ts';

it('advances only on demand', () => {
  const clock = createFakeClock(1000);
  expect(clock.now()).toBe(1000);
  expect(clock.monotonic()).toBe(0);
  clock.advance(5);
  expect(clock.now()).toBe(1005);
  expect(clock.monotonic()).toBe(5);
});

it('fires timers by due time, then in the order in which they were set', () => {
  const clock = createFakeClock(0);
  const calls: string[] = [];
  clock.after(20, () => calls.push(`late at ${clock.now()}`));
  clock.after(10, () => calls.push(`first at ${clock.now()}`));
  clock.after(10, () => clock.after(5, () => calls.push(`nested at ${clock.now()}`)));
  clock.after(11, () => calls.push('never'))();
  clock.advance(100);
  expect(calls).toEqual(['first at 10', 'nested at 15', 'late at 20']);
  expect(clock.waiting).toBe(0);
});

it('can move the wall clock without the monotonic clock', () => {
  const clock = createFakeClock(0);
  clock.jump(-3600);
  expect(clock.now()).toBe(-3600);
  expect(clock.monotonic()).toBe(0);
});

it('advances to the next timer', () => {
  const clock = createFakeClock(0);
  clock.after(7, () => {});
  expect(clock.advanceToNext()).toBe(true);
  expect(clock.now()).toBe(7);
  expect(clock.advanceToNext()).toBe(false);
});
