import type { Clock } from '../../ports/clock.ts';

/** Inputs of the decision when to start the next batch. */
export interface BatchSchedulerDependencies {
  readonly clock: Clock;
  /** Returns whether there is work to do and nothing prevents it. */
  readonly hasWork: () => boolean;
  /** Returns whether a batch is worth its cost now. If not, more outcomes are collected for a moment. */
  readonly isUrgent: () => boolean;
  /** Returns whether another batch may run in addition to the current ones. */
  readonly hasRoom: () => boolean;
  /** Returns whether no batch is running. */
  readonly isIdle: () => boolean;
  /** Runs work outside the caller's async context. */
  readonly detached: (work: () => void) => void;
  /** Runs a batch. Never rejects. */
  readonly run: () => Promise<void>;
}

/** Schedules batches, one at a time. */
export interface BatchScheduler {
  /** Schedules a batch if there is work and room for it. Call it after each change. */
  consider(): void;
  /** True when a batch is about to start. */
  readonly isScheduled: boolean;
}

/** Milliseconds for which outcomes are collected when a batch is not urgent. */
const GATHER_MS = 3;

/** Creates a scheduler without a scheduled batch. */
export function createBatchScheduler({
  clock,
  hasWork,
  isUrgent,
  hasRoom,
  isIdle,
  detached,
  run,
}: BatchSchedulerDependencies): BatchScheduler {
  let isScheduled = false;
  let gathering = false;

  const consider = (isGathered = false): void => {
    if (isScheduled || !hasWork()) return;
    if (!isGathered || !isIdle()) {
      const urgent = isUrgent();
      if (!urgent) gather();
      if (!urgent || !hasRoom()) return;
    }
    isScheduled = true;
    // At the end of the current iteration of the event loop, so that all responses that arrived in it are recorded together.
    setImmediate(detached, () => {
      isScheduled = false;
      void run();
    });
  };

  const gather = (): void => {
    if (gathering) return;
    gathering = true;
    clock.after(GATHER_MS, () => {
      gathering = false;
      consider(true);
    });
  };

  return {
    consider,
    get isScheduled() {
      return isScheduled;
    },
  };
}
