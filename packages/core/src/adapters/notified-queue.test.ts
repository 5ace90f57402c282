import { createFakeClock } from '@portcullis/testing';
import { describeQueue } from '@portcullis/testing/vitest';
import { describe, expect, it } from 'vitest';
import type { StoreSignals } from '../ports/store/store-signals.ts';
import { createNotifiedQueue } from './notified-queue.ts';
import { createSystemClock } from './system-clock.ts';

const nextImmediate = () => new Promise<void>((resolve) => setImmediate(resolve));

function setUp() {
  const clock = createFakeClock(0);
  const messages: string[] = [];
  const handled: string[] = [];
  let receive: (message: string) => void = () => {};
  let resumed: () => void = () => {};
  let listening = true;
  const queue = createNotifiedQueue({
    clock,
    signals: {
      async send(message) {
        messages.push(message);
      },
      async listen(hear, again) {
        receive = hear;
        resumed = again;
        return async () => {
          listening = false;
        };
      },
    },
  });
  queue.handle('deliver', async (key) => void handled.push(key));
  return {
    clock,
    queue,
    messages,
    handled,
    hear: (message: string) => receive(message),
    resume: () => resumed(),
    isListening: () => listening,
  };
}

describe('a queue over the signals of a store', () => {
  it('handles its own wake-ups and notifies the other nodes', async () => {
    const { queue, messages, handled } = setUp();
    await queue.wake({ name: 'deliver', key: '1' });
    await nextImmediate();
    expect(handled).toEqual(['1']);
    expect(messages).toEqual(['[["deliver","1"]]']);
  });

  it('does not notify other nodes of wake-ups that are due later', async () => {
    const { clock, queue, messages, handled } = setUp();
    await queue.wake({ name: 'deliver', key: '1', at: 5000 });
    clock.advance(5000);
    await nextImmediate();
    expect(handled).toEqual(['1']);
    expect(messages).toEqual([]);
  });

  it('sends at most 100 wake-ups in a message, and one message in 10 ms', async () => {
    const { clock, queue, messages } = setUp();
    await queue.wake({ name: 'deliver', key: 'first' });
    for (let key = 0; key < 150; key += 1) await queue.wake({ name: 'deliver', key: String(key % 120) });
    await nextImmediate();
    expect(messages).toHaveLength(1);
    clock.advance(10);
    await nextImmediate();
    clock.advance(10);
    await nextImmediate();
    expect(messages.map((message) => JSON.parse(message).length)).toEqual([1, 100, 20]);
  });

  it('handles a wake-up of another node, and does not pass it on', async () => {
    const { messages, handled, hear } = setUp();
    hear('[["deliver","7"],["deliver","8"]]');
    await nextImmediate();
    expect(handled).toEqual(['7', '8']);
    expect(messages).toEqual([]);
  });

  it.each(['', 'nonsense', '{}', '[1]', '[["deliver"]]', '[["deliver",7]]', 'null'])(
    'ignores the message %j',
    async (message) => {
      const { handled, hear } = setUp();
      hear(message);
      await nextImmediate();
      expect(handled).toEqual([]);
    },
  );

  it('reports gaps until it is unsubscribed', () => {
    const { queue, resume } = setUp();
    let gaps = 0;
    const stop = queue.onGap?.(() => {
      gaps += 1;
    });
    resume();
    stop?.();
    resume();
    expect(gaps).toBe(1);
  });

  it('sends the remaining wake-ups when it closes, and stops listening', async () => {
    const { queue, messages, isListening } = setUp();
    for (const key of ['1', '2']) await queue.wake({ name: 'deliver', key });
    await queue.close();
    expect(messages).toHaveLength(2);
    expect(isListening()).toBe(false);
  });
});

/** Signals between any number of nodes in this process. */
function memorySignals(): () => StoreSignals {
  const ears = new Map<StoreSignals, (message: string) => void>();
  return () => {
    const signals: StoreSignals = {
      async send(message) {
        for (const [other, hear] of ears) if (other !== signals) hear(message);
      },
      async listen(receive, resumed) {
        ears.set(signals, receive);
        resumed();
        return async () => void ears.delete(signals);
      },
    };
    return signals;
  };
}

describeQueue('a queue over the signals of a store', () => {
  const connect = memorySignals();
  const create = () => createNotifiedQueue({ signals: connect(), clock: createSystemClock() });
  return { create, createConcurrent: create };
});
