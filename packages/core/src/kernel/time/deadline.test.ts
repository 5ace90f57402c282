import { createFakeClock } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { withDeadline } from './deadline.ts';

const never = (): Promise<never> => new Promise(() => {});

describe('withDeadline', () => {
  it('returns the result or the error of the work, and leaves no timer', async () => {
    const clock = createFakeClock();
    expect(await withDeadline(clock, 10, 'It', async () => 7)).toBe(7);
    await expect(withDeadline(clock, 10, 'It', () => Promise.reject(new Error('boom')))).rejects.toThrow('boom');
    await expect(
      withDeadline(clock, 10, 'It', () => {
        throw new Error('at once');
      }),
    ).rejects.toThrow('at once');
    expect(clock.waiting).toBe(0);
  });

  it('ends at the deadline even if the work ignores the signal, and aborts the signal', async () => {
    const clock = createFakeClock();
    let reason: unknown;
    const call = withDeadline(clock, 1500, 'The statement', (signal) => {
      signal.addEventListener('abort', () => {
        reason = signal.reason;
      });
      return never();
    });
    clock.advance(1499);
    expect(reason).toBeUndefined();
    clock.advance(1);
    await expect(call).rejects.toMatchObject({
      failureClass: 'timeout',
      message: 'The statement took longer than 1.5 s.',
    });
    expect(reason).toMatchObject({ failureClass: 'timeout' });
    expect(clock.waiting).toBe(0);
  });

  it('rejects with the reason of the abort, before or during the work', async () => {
    const clock = createFakeClock();
    const outer = new AbortController();
    const call = withDeadline(clock, 10, 'It', never, outer.signal);
    outer.abort(new Error('closing'));
    await expect(call).rejects.toThrow('closing');
    let started = false;
    const late = withDeadline(
      clock,
      10,
      'It',
      async () => {
        started = true;
      },
      outer.signal,
    );
    await expect(late).rejects.toThrow('closing');
    expect(started).toBe(false);
    expect(clock.waiting).toBe(0);
  });

  it('ignores an error of the work after the deadline', async () => {
    const clock = createFakeClock();
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    const call = withDeadline(
      clock,
      10,
      'It',
      (signal) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => setImmediate(() => reject(new Error('late')))),
        ),
    );
    clock.advance(10);
    await expect(call).rejects.toMatchObject({ failureClass: 'timeout' });
    for (let tick = 0; tick < 3; tick += 1) await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });
});
