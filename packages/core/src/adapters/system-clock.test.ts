import { expect, it } from 'vitest';
import { createSystemClock } from './system-clock.ts';

const clock = createSystemClock();

it('returns the wall time and a monotonic time', () => {
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(1000);
  const before = clock.monotonic();
  expect(clock.monotonic()).toBeGreaterThanOrEqual(before);
});

it('calls once, after the requested time', async () => {
  const started = clock.monotonic();
  await new Promise<void>((resolve) => clock.after(20, resolve));
  expect(clock.monotonic() - started).toBeGreaterThanOrEqual(19);
});

it('does not call a cancelled callback', async () => {
  let called = false;
  const cancel = clock.after(1, () => {
    called = true;
  });
  cancel();
  await new Promise<void>((resolve) => clock.after(20, resolve));
  expect(called).toBe(false);
});

it('can wait longer than a timer of Node, which would fire at once', async () => {
  let called = false;
  const cancel = clock.after(2 ** 31 + 1000, () => {
    called = true;
  });
  await new Promise<void>((resolve) => clock.after(20, resolve));
  cancel();
  expect(called).toBe(false);
});
