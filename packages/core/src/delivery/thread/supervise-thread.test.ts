import { createFakeClock, createRecordingLogger } from '@portcullis/testing';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createInProcessQueue } from '../../adapters/in-process-queue.ts';
import type { PortcullisEvents } from '../../composition/portcullis-events.ts';
import { createEventHub } from '../../kernel/events/create-event-hub.ts';
import type { DeliveryThread } from '../../options/webhook-options.ts';
import { superviseThread } from './supervise-thread.ts';
import type { ThreadInit } from './thread-messages.ts';

/** A module that responds to its first messages, and to no others. */
const moduleOf = (responses: number): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads';
      let responses = ${responses};
      parentPort.on('message', ({ call }) => {
        if (responses-- > 0) parentPort.postMessage([{ kind: 'counted', call, inFlight: 7 }]);
      });
      parentPort.postMessage([{ kind: 'ready' }]);
    `)}`,
  );

function supervise(thread: DeliveryThread) {
  const clock = createFakeClock();
  const logger = createRecordingLogger();
  const events = createEventHub<PortcullisEvents>(logger);
  const supervisor = superviseThread({
    thread,
    clock,
    queue: createInProcessQueue({ clock }),
    events,
    logger,
    init: {} as Omit<ThreadInit, 'nodeId' | 'predecessor'>,
  });
  onTestFinished(async () => {
    const drained = supervisor.drain(0);
    clock.advance(5000);
    await drained;
  });
  return { clock, logger, events, supervisor };
}

it('the deliveries in flight of a thread that does not respond are those of its last response', async () => {
  const { clock, supervisor } = supervise({ module: moduleOf(2) });
  await supervisor.start();
  expect(await supervisor.inFlight()).toBe(7);
  const waiting = clock.waiting;
  const counts = Promise.all([supervisor.inFlight(), supervisor.inFlight()]);
  clock.advance(1000);
  expect(await counts).toEqual([7, 7]);
  expect(clock.waiting).toBe(waiting);
});

/** A module whose first thread is in an endless loop as soon as it delivers. */
const LOOPING = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, workerData } from 'node:worker_threads';
    const isFirst = Atomics.add(new Int32Array(workerData.starts), 0, 1) === 0;
    const { nodeId, predecessor } = workerData.portcullisDispatcher;
    parentPort.postMessage([{ kind: 'log', level: 'info', message: predecessor + ' ' + nodeId }, { kind: 'ready' }]);
    parentPort.on('message', ({ call }) => {
      while (isFirst);
      parentPort.postMessage([{ kind: 'counted', call, inFlight: 7 }]);
    });
  `)}`,
);

it('a thread in an endless loop is ended after half a minute, and another one takes over its deliveries', async () => {
  const starts = new SharedArrayBuffer(4);
  const { clock, events, logger, supervisor } = supervise({ module: LOOPING, data: { starts } });
  const reported = new Promise<{ readonly message: string }>((resolve) => {
    events.on('background.error', resolve);
  });
  await supervisor.start();
  for (let seconds = 0; seconds < 20; seconds += 10) clock.advance(10_000);
  expect(new Int32Array(starts)).toEqual(Int32Array.of(1));
  clock.advance(10_000);
  expect(await reported).toMatchObject({ message: 'It has not responded for 30 seconds.' });
  clock.advance(1000);
  const facts = () => logger.entries.filter(({ level }) => level === 'info').map(({ message }) => message.split(' '));
  await vi.waitFor(() => expect(facts()).toHaveLength(2), { timeout: 30_000 });
  const [[, first] = [], [predecessor] = []] = facts();
  expect(predecessor).toBe(first);
  expect(await supervisor.inFlight()).toBe(7);
});
