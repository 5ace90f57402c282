import { randomUUID } from 'node:crypto';
import { errorMessage } from '../../kernel/errors/error-message.ts';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import { reportBackgroundError } from '../../kernel/events/report-background-error.ts';
import type { DispatcherThread } from '../../options/webhook-options.ts';
import type { Clock } from '../../ports/clock.ts';
import type { JobQueue, Wakeup } from '../../ports/job-queue.ts';
import type { Logger } from '../../ports/logger.ts';
import type { DeliveryEventSink } from '../events/delivery-events.ts';
import { createRelayedWakeups, type RelayedWakeups } from './relayed-wakeups.ts';
import { type RunningThread, startThread } from './start-thread.ts';
import type { FromThread, ThreadInit } from './thread-messages.ts';
import { type ResponseWatch, SILENT_SECONDS, watchResponses } from './watch-responses.ts';

/** Dependencies of {@link superviseThread}. */
export interface ThreadSupervisorDependencies {
  readonly thread: DispatcherThread;
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
/** Milliseconds after which the last count is returned for a thread that does not respond. */
const COUNT_MS = 1000;
/** Milliseconds after its deadline that a thread may take to end. */
const STUCK_MS = 5000;

interface Current {
  readonly thread: RunningThread;
  readonly nodeId: string;
  /** Present from the moment at which the thread delivers. */
  watch?: ResponseWatch;
}

/**
 * Starts a thread, and another one when it has ended, which takes over its leased deliveries. A silent thread is ended first, so that
 * two threads never send the same delivery at once.
 */
export function superviseThread(dependencies: ThreadSupervisorDependencies): ThreadSupervisor {
  const { clock, queue, events, logger, init } = dependencies;
  const counting = new Map<number, (inFlight: number) => void>();
  let current: Current | undefined;
  let predecessor: string | undefined;
  let wait = MIN_PAUSE_MS;
  let calls = 0;
  let lastCount = 0;
  let stopping: Promise<void> | undefined;
  let cancelRestart: (() => void) | undefined;

  const launch = (): Promise<void> => {
    const nodeId = randomUUID();
    const startedAt = clock.monotonic();
    let ready = false;
    return new Promise((resolve, reject) => {
      const thread = startThread(dependencies.thread, { ...init, nodeId, predecessor }, (message) => {
        started.watch?.heard();
        if (message.kind === 'ready') {
          ready = true;
          thread.keepAlive(false);
          started.watch = watch(thread);
          resolve();
        } else if (message.kind === 'refused') refusal = message.message;
        else receive(message, wakeups);
      });
      let refusal: string | undefined;
      const wakeups = createRelayedWakeups(queue, thread.send);
      const started: Current = { thread, nodeId };
      current = started;
      void thread.ended.then((reason) => {
        started.watch?.stop();
        current = undefined;
        predecessor = nodeId;
        wakeups.forget();
        for (const resolveCount of [...counting.values()]) resolveCount(0);
        reject(new Error(refusal ?? reason));
        if (!ready || stopping) return;
        if (clock.monotonic() - startedAt > MAX_PAUSE_MS) wait = MIN_PAUSE_MS;
        restartLater(reason);
      });
    });
  };

  const watch = ({ send, kill }: RunningThread): ResponseWatch =>
    watchResponses({
      clock,
      ask: () => send({ kind: 'count', call: 0 }),
      silent: () => void kill(`It has not responded for ${SILENT_SECONDS} seconds.`),
    });

  const restartLater = (reason: string): void => {
    const line = "The dispatcher's thread has ended.";
    reportBackgroundError(dependencies, { task: 'dispatcher-thread', line, details: { restartInMs: wait } }, reason);
    cancelRestart = clock.after(wait, () => {
      launch().catch((error: Error) => {
        if (!stopping) restartLater(error.message);
      });
    });
    wait = Math.min(2 * wait, MAX_PAUSE_MS);
  };

  const receive = (message: FromThread, wakeups: RelayedWakeups): void => {
    switch (message.kind) {
      case 'listen':
        wakeups.listen(message.name);
        break;
      case 'ignore':
        wakeups.ignore(message.name);
        break;
      case 'handled':
        wakeups.handled(message.call);
        break;
      case 'wake':
        wake(message.wakeup);
        break;
      case 'counted':
        counting.get(message.call)?.(message.inFlight);
        break;
      case 'event':
        events.emit(message.name, message.event as never);
        break;
      case 'log':
        logger[message.level](message.message, message.facts);
    }
  };

  const wake = (wakeup: Wakeup): void => {
    queue.wake(wakeup).catch((error: unknown) => {
      const text = errorMessage(error);
      events.emit('background.error', { task: 'wake', message: text });
    });
  };

  const stop = async (deadlineMs: number): Promise<void> => {
    cancelRestart?.();
    if (!current) return;
    const { thread } = current;
    current.watch?.stop();
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
    inFlight() {
      if (!current) return Promise.resolve(0);
      const { thread } = current;
      calls += 1;
      const call = calls;
      return new Promise((resolve) => {
        const end = (inFlight: number): void => {
          cancel();
          counting.delete(call);
          lastCount = inFlight;
          resolve(inFlight);
        };
        // A thread that is blocked must not block the statistics of the instance, and its calls must not accumulate.
        const cancel = clock.after(COUNT_MS, () => end(lastCount));
        counting.set(call, end);
        thread.send({ kind: 'count', call });
      });
    },
    recover: () => current?.thread.send({ kind: 'recover' }),
    drain(deadlineMs) {
      stopping ??= stop(deadlineMs);
      return stopping;
    },
  };
}
