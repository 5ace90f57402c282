import { randomUUID } from 'node:crypto';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import { reportBackgroundError } from '../../kernel/events/report-background-error.ts';
import type { DeliveryThread } from '../../options/webhook-options.ts';
import type { Clock } from '../../ports/clock.ts';
import type { JobQueue } from '../../ports/job-queue.ts';
import type { Logger } from '../../ports/logger.ts';
import type { DeliveryEventSink } from '../events/delivery-events.ts';
import { createInFlightCounts } from './in-flight-counts.ts';
import { createRelayedWakeups, type RelayedWakeups } from './relayed-wakeups.ts';
import { type RunningThread, startThread } from './start-thread.ts';
import type { ThreadInit } from './thread-messages.ts';
import { createThreadReceiver } from './thread-receiver.ts';
import { type ResponseWatch, SILENT_SECONDS, watchResponses } from './watch-responses.ts';

/** Dependencies of {@link superviseThread}. */
export interface ThreadSupervisorDependencies {
  readonly thread: DeliveryThread;
  readonly clock: Clock;
  readonly queue: JobQueue;
  readonly events: DeliveryEventSink;
  readonly logger: Logger;
  /** The data that every thread starts with. */
  readonly init: Omit<ThreadInit, 'nodeId' | 'predecessor'>;
}

/** Keeps one thread running. */
export interface ThreadSupervisor {
  /**
   * Starts the thread; resolves when it delivers.
   *
   * @throws ServiceError `OPTIONS_INVALID` if it does not start.
   */
  start(): Promise<void>;
  /** Returns the number of deliveries in flight in the thread; the last known one if it does not respond within a second. */
  inFlight(): Promise<number>;
  /** Lets the thread recover the deliveries of dead processes. A thread that starts does so by itself. */
  recover(): void;
  /** Drains the thread and ends it. It is not started again. */
  drain(deadlineMs: number): Promise<void>;
}

/** The pauses before a thread is started again grow from one to thirty seconds. */
const MIN_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;
/** Milliseconds after its deadline that a thread may take to end. */
const STUCK_MS = 5000;

interface StartedThread {
  readonly thread: RunningThread;
  readonly nodeId: string;
  /** The time of its start on the monotonic clock. */
  readonly startedAt: number;
  readonly wakeups: RelayedWakeups;
  /** Present from the moment at which the thread delivers. */
  watch?: ResponseWatch;
  /** The reason that the thread gives for not delivering. */
  refusal?: string;
}

/**
 * Starts a thread, and another one when it has ended, which takes over its leased deliveries. A silent thread is ended first, so that
 * two threads never send the same delivery at once.
 */
export function superviseThread(dependencies: ThreadSupervisorDependencies): ThreadSupervisor {
  const { clock, queue, init } = dependencies;
  const counts = createInFlightCounts(clock);
  let current: StartedThread | undefined;
  let predecessor: string | undefined;
  let pauseMs = MIN_PAUSE_MS;
  let stopping: Promise<void> | undefined;
  let cancelRestart: (() => void) | undefined;

  /** Starts a thread; resolves when it delivers, and rejects if it ends before. */
  const launch = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const nodeId = randomUUID();
      const startedAt = clock.monotonic();
      const thread = startThread(dependencies.thread, { ...init, nodeId, predecessor }, (message) => {
        started.watch?.heard();
        if (message.kind === 'ready') {
          thread.keepAlive(false);
          started.watch = watchThread(thread, clock);
          resolve();
        } else if (message.kind === 'refused') started.refusal = message.message;
        else receive(message);
      });
      const wakeups = createRelayedWakeups(queue, thread.send);
      const receive = createThreadReceiver({ ...dependencies, counts, wakeups });
      const started: StartedThread = { thread, nodeId, startedAt, wakeups };
      current = started;
      void thread.ended.then((reason) => {
        handleEnd(started, reason);
        reject(new Error(started.refusal ?? reason));
      });
    });

  const handleEnd = ({ nodeId, startedAt, wakeups, watch }: StartedThread, reason: string): void => {
    watch?.stop();
    current = undefined;
    predecessor = nodeId;
    wakeups.forget();
    counts.end();
    const hasDelivered = watch !== undefined;
    if (!hasDelivered || stopping) return;
    if (clock.monotonic() - startedAt > MAX_PAUSE_MS) pauseMs = MIN_PAUSE_MS;
    restartLater(reason);
  };

  const restartLater = (reason: string): void => {
    const line = "The dispatcher's thread has ended.";
    reportBackgroundError(dependencies, { task: 'delivery-thread', line, details: { restartInMs: pauseMs } }, reason);
    cancelRestart = clock.after(pauseMs, () => {
      launch().catch((error: Error) => {
        if (!stopping) restartLater(error.message);
      });
    });
    pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
  };

  const stop = async (deadlineMs: number): Promise<void> => {
    cancelRestart?.();
    if (!current) return;
    const { thread, watch } = current;
    watch?.stop();
    thread.keepAlive(true);
    thread.send({ kind: 'drain', deadlineMs });
    const cancel = clock.after(deadlineMs + STUCK_MS, () => void thread.kill());
    await thread.ended;
    cancel();
  };

  return {
    start: () =>
      launch().catch((error: Error) => {
        const message = `The dispatcher's thread did not start: ${error.message}`;
        throw new ServiceError('OPTIONS_INVALID', message, { details: { option: 'webhooks.thread' } });
      }),
    async inFlight() {
      const thread = current?.thread;
      return thread ? counts.request((call) => thread.send({ kind: 'count', call })) : 0;
    },
    recover: () => current?.thread.send({ kind: 'recover' }),
    drain(deadlineMs) {
      stopping ??= stop(deadlineMs);
      return stopping;
    },
  };
}

/** Ends a thread that does not respond. */
function watchThread({ send, kill }: RunningThread, clock: Clock): ResponseWatch {
  return watchResponses({
    clock,
    ask: () => send({ kind: 'count', call: 0 }),
    silent: () => void kill(`It has not responded for ${SILENT_SECONDS} seconds.`),
  });
}
