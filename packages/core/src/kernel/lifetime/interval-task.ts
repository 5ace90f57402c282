import type { Clock } from '../../ports/clock.ts';
import type { JobQueue } from '../../ports/job-queue.ts';

/** Work that is repeated at an interval. */
export interface RecurringTask {
  /** The name of its wake-ups. */
  readonly name: string;
  /** Milliseconds from the end of one run to the beginning of the next. */
  readonly everyMs: number;
  /** Does the work once. It must be safe if two nodes do it at the same time. */
  work(signal: AbortSignal): Promise<void>;
  /** Called when the work, or the request for its next wake-up, has failed. */
  onError(error: unknown): void;
}

/** Options of {@link createIntervalTask}. */
export interface IntervalTaskDependencies {
  readonly queue: JobQueue;
  readonly clock: Clock;
}

/** The recurring work of this node. */
export interface IntervalTask {
  /** Starts the interval; the first run is after one period. */
  start(): void;
  /** Does the work now, on this node; joins a run in progress. */
  now(): Promise<void>;
  /** Stops, and waits for a run in progress. */
  stop(): Promise<void>;
}

/** Periods without a run on this node after which it no longer waits for the queue. */
const GRACE_PERIODS = 2;

/**
 * Creates an interval task. The queue decides which node does the work each time. A node without a wake-up for two periods does
 * the work by itself, and requests another wake-up, so a queue that loses wake-ups only delays the work.
 */
export function createIntervalTask({ queue, clock }: IntervalTaskDependencies, task: RecurringTask): IntervalTask {
  const stopping = new AbortController();
  let underWay: Promise<void> | undefined;
  let cancelBackstop: (() => void) | undefined;
  let stopHandling: (() => Promise<void>) | undefined;

  const armBackstop = (): void => {
    cancelBackstop?.();
    cancelBackstop = stopping.signal.aborted
      ? undefined
      : clock.after(task.everyMs * GRACE_PERIODS, () => void runAndPlan());
  };

  const runOnce = async (): Promise<void> => {
    cancelBackstop?.();
    try {
      await task.work(stopping.signal);
    } catch (error) {
      // A run that is aborted because the node stops has not failed.
      if (!stopping.signal.aborted) task.onError(error);
    }
    armBackstop();
  };

  const run = async (): Promise<void> => {
    underWay ??= runOnce().finally(() => {
      underWay = undefined;
    });
    await underWay;
  };

  /** Does not wait for a response, because a queue that never answers must not block this node. */
  const planNext = (): void => {
    queue
      .wake({ name: task.name, key: 'all', at: clock.now() + task.everyMs })
      .catch((error: unknown) => task.onError(error));
  };

  const runAndPlan = async (): Promise<void> => {
    await run();
    if (!stopping.signal.aborted) planNext();
  };

  return {
    start() {
      stopHandling = queue.handle(task.name, runAndPlan);
      armBackstop();
      planNext();
    },
    now: run,
    async stop() {
      stopping.abort();
      cancelBackstop?.();
      await stopHandling?.();
      await underWay;
    },
  };
}
