import { createFakeClock, createRecordingLogger } from '@portcullis/testing';
import { expect, it } from 'vitest';
import { createInProcessQueue } from '../../adapters/in-process-queue.ts';
import type { PortcullisEvents } from '../../composition/portcullis-events.ts';
import { createEventHub } from '../../kernel/events/create-event-hub.ts';
import { superviseThread } from './supervise-thread.ts';
import type { ThreadInit } from './thread-messages.ts';

/** A module that answers its first count, and nothing else. */
const BLOCKED = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    parentPort.once('message', ({ call }) => parentPort.postMessage([{ kind: 'counted', call, inFlight: 7 }]));
    parentPort.on('message', () => {});
    parentPort.postMessage([{ kind: 'ready' }]);
  `)}`,
);

it('the deliveries in flight of a thread that does not respond are those of its last response', async () => {
  const clock = createFakeClock();
  const logger = createRecordingLogger();
  const supervisor = superviseThread({
    thread: { module: BLOCKED },
    clock,
    queue: createInProcessQueue({ clock }),
    events: createEventHub<PortcullisEvents>(logger),
    logger,
    init: {} as Omit<ThreadInit, 'nodeId' | 'predecessor'>,
  });
  await supervisor.start();
  expect(await supervisor.inFlight()).toBe(7);
  const counts = Promise.all([supervisor.inFlight(), supervisor.inFlight()]);
  clock.advance(1000);
  expect(await counts).toEqual([7, 7]);
  expect(clock.waiting).toBe(0);
  const drained = supervisor.drain(0);
  clock.advance(5000);
  await drained;
});
