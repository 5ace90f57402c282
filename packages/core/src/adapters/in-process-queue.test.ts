import { AsyncLocalStorage } from 'node:async_hooks';
import { createFakeClock } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { createInProcessQueue } from './in-process-queue.ts';

const nextImmediate = () => new Promise<void>((resolve) => setImmediate(resolve));

function setUp() {
  const clock = createFakeClock(0);
  const queue = createInProcessQueue({ clock });
  const handled: string[] = [];
  const record = async (key: string) => {
    handled.push(`${key} at ${clock.now()}`);
  };
  return { clock, queue, handled, record };
}

describe('the in-process queue', () => {
  it('handles a wake-up soon, but never inside wake()', async () => {
    const { queue, handled, record } = setUp();
    queue.handle('deliver', record);
    const woken = queue.wake({ name: 'deliver', key: '1' });
    expect(handled).toEqual([]);
    await woken;
    await nextImmediate();
    expect(handled).toEqual(['1 at 0']);
  });

  it('handles a later one at its time, and the earliest of several', async () => {
    const { clock, queue, handled, record } = setUp();
    queue.handle('deliver', record);
    await queue.wake({ name: 'deliver', key: '1', at: 500 });
    await queue.wake({ name: 'deliver', key: '1', at: 300 });
    await queue.wake({ name: 'deliver', key: '1', at: 400 });
    clock.advance(299);
    await nextImmediate();
    expect(handled).toEqual([]);
    clock.advance(1000);
    await nextImmediate();
    expect(handled).toEqual(['1 at 1299']);
    expect(clock.waiting).toBe(0);
  });

  it('keeps wake-ups until there is a handler', async () => {
    const { queue, handled, record } = setUp();
    await queue.wake({ name: 'deliver', key: '1' });
    queue.handle('deliver', record);
    await nextImmediate();
    expect(handled).toEqual(['1 at 0']);
  });

  it('handles a key once at a time, and loses no wake-up that arrives in between', async () => {
    const { queue } = setUp();
    const releases: (() => void)[] = [];
    let running = 0;
    let most = 0;
    queue.handle('deliver', async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => releases.push(resolve));
      running -= 1;
    });
    for (let wake = 0; wake < 3; wake += 1) {
      await queue.wake({ name: 'deliver', key: '1' });
      await nextImmediate();
    }
    expect(releases).toHaveLength(1);
    releases[0]?.();
    await nextImmediate();
    expect(releases).toHaveLength(2);
    releases[1]?.();
    await nextImmediate();
    expect(releases).toHaveLength(2);
    expect(most).toBe(1);
  });

  it('handles different keys and names at the same time', async () => {
    const { queue } = setUp();
    const started: string[] = [];
    const wait = (name: string) => (key: string) => {
      started.push(`${name} ${key}`);
      return new Promise<void>(() => {});
    };
    queue.handle('deliver', wait('deliver'));
    queue.handle('reap', wait('reap'));
    await queue.wake({ name: 'deliver', key: '1' });
    await queue.wake({ name: 'deliver', key: '2' });
    await queue.wake({ name: 'reap', key: '1' });
    await nextImmediate();
    expect(started).toEqual(['deliver 1', 'deliver 2', 'reap 1']);
  });

  it('runs handlers outside the context of the caller', async () => {
    const { queue } = setUp();
    const context = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    queue.handle('deliver', async () => {
      seen.push(context.getStore());
    });
    await context.run('a transaction', () => queue.wake({ name: 'deliver', key: '1' }));
    await nextImmediate();
    expect(seen).toEqual([undefined]);
  });

  it('aborts and awaits running handlers when it closes, and accepts no more wake-ups', async () => {
    const { clock, queue, handled, record } = setUp();
    queue.handle('reap', record);
    queue.handle('deliver', async (_, signal) => {
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      handled.push('ended');
    });
    await queue.wake({ name: 'deliver', key: '1' });
    await queue.wake({ name: 'reap', key: '1', at: 50 });
    await nextImmediate();
    await queue.close();
    await queue.wake({ name: 'reap', key: '2' });
    clock.advance(100);
    await nextImmediate();
    expect(handled).toEqual(['ended']);
  });

  it('handles a key with the next handler after its first handler has stopped', async () => {
    const { queue, handled, record } = setUp();
    const stop = queue.handle('deliver', record);
    await stop();
    await queue.wake({ name: 'deliver', key: '1' });
    await nextImmediate();
    expect(handled).toEqual([]);
    queue.handle('deliver', record);
    await nextImmediate();
    expect(handled).toEqual(['1 at 0']);
  });

  it('refuses a second handler of a name', () => {
    const { queue, record } = setUp();
    queue.handle('deliver', record);
    expect(() => queue.handle('deliver', record)).toThrow('A handler is registered already');
  });
});
