import { createInProcessQueue } from '@portcullis/core';
import { createEngineQueue, createSystemClock } from '@portcullis/core/ports';
import { describe, expect, it } from 'vitest';
import { describeQueue } from './describe-queue.ts';
import { createMemoryEngine } from './memory-engine.ts';
import { queueConformance } from './queue-conformance.ts';
import type { QueueHarness } from './queue-harness.ts';

describeQueue('the in-process queue', () => ({ create: () => createInProcessQueue({ clock: createSystemClock() }) }));

describeQueue('a queue on an engine in memory', () => {
  const engine = createMemoryEngine();
  const create = () => createEngineQueue({ engine: engine.connect(), onError: () => {} });
  return {
    create,
    createConcurrent: create,
    breakDown: async () => engine.breakDown(),
    restore: async () => engine.restore(),
  };
});

describe('the conformance suite of queues', () => {
  it.each<[string, string, (harness: QueueHarness) => QueueHarness]>([
    [
      'takes every wake-up for one that is due now',
      'uses the earliest time of several wake-ups for one key',
      ({ create }) => ({
        create: async () => {
          const queue = await create();
          return { ...queue, wake: ({ name, key }) => queue.wake({ name, key }) };
        },
      }),
    ],
    [
      'handles inside wake()',
      'delivers a wake-up to the handler of its name, never inside wake()',
      ({ create }) => ({
        create: async () => {
          const queue = await create();
          let handler: ((key: string, signal: AbortSignal) => Promise<void>) | undefined;
          return {
            ...queue,
            wake: async ({ key }) => void handler?.(key, new AbortController().signal),
            handle: (name, given) => {
              handler ??= given;
              return queue.handle(name, given);
            },
          };
        },
      }),
    ],
    [
      'does not wait for handlers when it closes',
      'aborts and awaits running handlers when it closes, then accepts nothing, and closes once',
      ({ create }) => ({
        create: async () => {
          const queue = await create();
          return { ...queue, close: async () => {} };
        },
      }),
    ],
  ])('detects a queue that %s', async (_, name, breakQueue) => {
    const sound: QueueHarness = { create: () => createInProcessQueue({ clock: createSystemClock() }) };
    const found = queueConformance.find((each) => each.name === name);
    await expect(found?.run(breakQueue(sound))).rejects.toThrow();
  });
});
