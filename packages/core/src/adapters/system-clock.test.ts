import { stat } from 'node:fs';
import { describe, expect, it } from 'vitest';
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

it.each([0, -5])('calls without a warning of Node after %i milliseconds', async (milliseconds) => {
  const warnings: string[] = [];
  const listen = ({ name }: Error): void => void warnings.push(name);
  process.on('warning', listen);
  await new Promise<void>((resolve) => clock.after(milliseconds, resolve));
  await new Promise<void>((resolve) => clock.after(20, resolve));
  process.off('warning', listen);
  expect(warnings).toEqual([]);
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

describe('a timer that is late because the event loop was blocked', () => {
  /** Blocks the event loop in the phase before that of timers, until the file system has responded and the timer is late. */
  const block = (): NodeJS.Immediate =>
    setImmediate(() => {
      const until = performance.now() + 400;
      while (performance.now() < until);
    });

  it('acts after the events that have arrived in the meantime', async () => {
    const order: string[] = [];
    const arrived = new Promise<void>((resolve) => {
      stat(import.meta.filename, () => {
        order.push('response');
        resolve();
      });
    });
    const acted = new Promise<void>((resolve) => {
      clock.after(20, () => {
        order.push('deadline');
        resolve();
      });
    });
    block();
    await Promise.all([arrived, acted]);
    expect(order).toEqual(['response', 'deadline']);
  });

  it('can be cancelled by one of these events', async () => {
    let called = false;
    const cancel = clock.after(20, () => {
      called = true;
    });
    const arrived = new Promise<void>((resolve) => {
      stat(import.meta.filename, () => {
        cancel();
        resolve();
      });
    });
    block();
    await arrived;
    await new Promise<void>((resolve) => clock.after(20, resolve));
    expect(called).toBe(false);
  });
});
