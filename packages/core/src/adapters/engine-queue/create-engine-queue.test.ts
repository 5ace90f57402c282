import { createFakeClock } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { createEngineQueue } from './create-engine-queue.ts';
import type { TimedWakeup, WakeupEngine } from './wakeup-engine.ts';

const nextImmediate = () => new Promise<void>((resolve) => setImmediate(resolve));

/** An engine that a test looks into and breaks. */
function setUp() {
  const clock = createFakeClock(0);
  const sent: TimedWakeup[] = [];
  const errors: string[] = [];
  const handled: string[] = [];
  const receivers = new Map<string, (key: string) => void>();
  let state: 'healthy' | 'gone' | 'silent' = 'healthy';
  let respond: (() => void)[] = [];
  let slow = false;
  let closes = 0;
  const engine: WakeupEngine = {
    async send(wakeup) {
      if (state === 'gone') throw new Error('connection lost');
      sent.push(wakeup);
      if (state === 'silent') await new Promise(() => {});
      if (slow) await new Promise<void>((resolve) => respond.push(resolve));
    },
    async subscribe(name, receive) {
      if (state === 'gone') throw new Error('connection lost');
      receivers.set(name, receive);
      return async () => void receivers.delete(name);
    },
    async close() {
      closes += 1;
    },
  };
  const queue = createEngineQueue({ engine, clock, onError: ({ message }) => errors.push(message) });
  return {
    clock,
    queue,
    sent,
    errors,
    handled,
    receivers,
    closes: () => closes,
    record: async (key: string) => void handled.push(key),
    become: (next: typeof state) => {
      state = next;
    },
    respondSlowly: () => {
      slow = true;
      return () => {
        for (const resolve of respond.splice(0)) resolve();
        respond = [];
      };
    },
  };
}

describe('a queue on an engine', () => {
  it('handles a wake-up only when the engine delivers it', async () => {
    const { queue, sent, handled, receivers, record } = setUp();
    queue.handle('deliver', record);
    await queue.wake({ name: 'deliver', key: '1' });
    await nextImmediate();
    expect(sent).toEqual([{ name: 'deliver', key: '1', at: 0 }]);
    expect(handled).toEqual([]);
    receivers.get('deliver')?.('2');
    await nextImmediate();
    expect(handled).toEqual(['2']);
  });

  it('handles a wake-up that is due within a second itself, and leaves those of other names to other nodes', async () => {
    const { clock, queue, sent, handled, record } = setUp();
    queue.handle('deliver', record);
    await queue.wake({ name: 'deliver', key: '1', at: 500 });
    await queue.wake({ name: 'other', key: '2', at: 500 });
    clock.advance(500);
    await nextImmediate();
    expect(handled).toEqual(['1']);
    expect(sent).toEqual([{ name: 'other', key: '2', at: 500 }]);
  });

  it('handles its own wake-ups while the engine is unreachable, and reports each outage once', async () => {
    const { queue, sent, errors, handled, record, become } = setUp();
    queue.handle('deliver', record);
    become('gone');
    for (const key of ['1', '2']) await queue.wake({ name: 'deliver', key });
    await nextImmediate();
    expect(handled).toEqual(['1', '2']);
    expect(errors).toEqual(['connection lost']);
    become('healthy');
    await queue.wake({ name: 'deliver', key: '3' });
    become('gone');
    await queue.wake({ name: 'deliver', key: '4' });
    await nextImmediate();
    expect(sent.map(({ key }) => key)).toEqual(['3']);
    expect(handled).toEqual(['1', '2', '4']);
    expect(errors).toHaveLength(2);
  });

  it('treats an engine that does not respond within five seconds as unreachable', async () => {
    const { clock, queue, errors, handled, record, become } = setUp();
    queue.handle('deliver', record);
    become('silent');
    const woken = queue.wake({ name: 'deliver', key: '1' });
    clock.advance(5000);
    await woken;
    await nextImmediate();
    expect(handled).toEqual(['1']);
    expect(errors).toEqual(['No response within 5 seconds.']);
  });

  it('subscribes as soon as the engine is reachable', async () => {
    const { clock, queue, handled, receivers, record, become } = setUp();
    become('gone');
    queue.handle('deliver', record);
    await nextImmediate();
    become('healthy');
    clock.advance(500);
    await nextImmediate();
    receivers.get('deliver')?.('1');
    await nextImmediate();
    expect(handled).toEqual(['1']);
  });

  it('sends a single wake-up for all requests that arrive while one is being sent', async () => {
    const { queue, sent, respondSlowly } = setUp();
    const respond = respondSlowly();
    const woken = Array.from({ length: 50 }, () => queue.wake({ name: 'deliver', key: '1' }));
    await nextImmediate();
    expect(sent).toHaveLength(1);
    respond();
    await nextImmediate();
    respond();
    await Promise.all(woken);
    expect(sent).toHaveLength(2);
  });

  it('keeps wake-ups due within a second, and sends a later time only after the earlier one has passed', async () => {
    const { clock, queue, sent, handled, record } = setUp();
    queue.handle('deliver', record);
    for (const at of [800, 5000, 9000, 5000, 3000]) await queue.wake({ name: 'deliver', key: '1', at });
    expect(sent.map(({ at }) => at)).toEqual([5000, 3000]);
    clock.advance(800);
    await nextImmediate();
    expect(handled).toEqual(['1']);
    clock.advance(3000);
    await queue.wake({ name: 'deliver', key: '1', at: 9000 });
    expect(sent.map(({ at }) => at)).toEqual([5000, 3000, 9000]);
  });

  it('stops trying to subscribe when it closes', async () => {
    const { clock, queue, record, become } = setUp();
    become('gone');
    queue.handle('deliver', record);
    await nextImmediate();
    await queue.close();
    expect(clock.waiting).toBe(0);
  });

  it('closes its engine once, even if it is closed repeatedly', async () => {
    const { queue, closes } = setUp();
    await queue.close();
    await queue.close();
    expect(closes()).toBe(1);
  });

  it('ends its subscriptions when it closes, and sends nothing afterwards', async () => {
    const { queue, sent, handled, receivers, record } = setUp();
    queue.handle('deliver', record);
    await nextImmediate();
    expect([...receivers.keys()]).toEqual(['deliver']);
    await queue.close();
    expect([...receivers.keys()]).toEqual([]);
    await queue.wake({ name: 'deliver', key: '1' });
    await nextImmediate();
    expect(sent).toEqual([]);
    expect(handled).toEqual([]);
  });
});
