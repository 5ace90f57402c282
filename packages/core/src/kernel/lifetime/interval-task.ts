import type { Clock } from '../../ports/clock.ts';
import type { JobQueue } from '../../ports/job-queue.ts';

/** Work that comes again and again. */
export interface RecurringTask {
  /** The name of its wake-ups. */
  readonly name: string;
  /** Milliseconds from the end of one time to the beginning of the next. */
  readonly everyMs: number;
  /** Does it once. Must be harmless when two nodes do it at once. */
  work(signal: AbortSignal): Promise<void>;
  /** Told when the work, or asking the queue for its next time, has failed. */
  onError(error: unknown): void;
}

/** Options of {@link createIntervalTask}. */
export interface IntervalTaskDependencies {
  readonly queue: JobQueue;
  readonly clock: Clock;
}

/** Recurring work of this node. */
export interface IntervalTask {
  /** Begins; the first time is after one period. */
  start(): void;
  /** Does the work now, on this node; joins it where it is under way already. */
  now(): Promise<void>;
  /** Stops and waits for what is under way. */
  stop(): Promise<void>;
}

/** Periods without a time on this node after which it does not wait for the queue any more. */
const GRACE_PERIODS = 2;

/**
 * Lets the queue decide which node does the work each time, and does without the queue where that is silent: a node that
 * has not been asked for two periods does the work by itself, and asks the queue again. A queue that loses wake-ups therefore costs
 * time and nothing else.
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
      // A task that is aborted because the node stops has not failed.
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

  /** It waits for no answer: a queue that never answers must not keep this node from starting or going on. */
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
