import { createFakeClock, createRecordingLogger } from '@portcullis/testing';
import { expect, it, onTestFinished } from 'vitest';
import { createInProcessQueue } from '../../adapters/in-process-queue.ts';
import type { PortcullisEvents } from '../../composition/portcullis-events.ts';
import { createEventHub } from '../../kernel/events/create-event-hub.ts';
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

function supervise(responses: number) {
  const clock = createFakeClock();
  const logger = createRecordingLogger();
  const events = createEventHub<PortcullisEvents>(logger);
  const supervisor = superviseThread({
    thread: { module: moduleOf(responses) },
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
  const { clock, supervisor } = supervise(2);
  await supervisor.start();
  expect(await supervisor.inFlight()).toBe(7);
  const waiting = clock.waiting;
  const counts = Promise.all([supervisor.inFlight(), supervisor.inFlight()]);
  clock.advance(1000);
  expect(await counts).toEqual([7, 7]);
  expect(clock.waiting).toBe(waiting);
});

it('a thread that does not respond for half a minute is reported once', async () => {
  const { clock, events, logger, supervisor } = supervise(0);
  const reported: string[] = [];
  events.on('background.error', ({ message }) => reported.push(message));
  await supervisor.start();
  for (let seconds = 0; seconds < 20; seconds += 10) clock.advance(10_000);
  expect(reported).toEqual([]);
  for (let seconds = 0; seconds < 60; seconds += 10) clock.advance(10_000);
  const message = "The dispatcher's thread has not responded for 30 seconds: its deliveries wait.";
  expect(reported).toEqual([message]);
  expect(logger.entries.map((entry) => entry.message)).toEqual([message]);
});
