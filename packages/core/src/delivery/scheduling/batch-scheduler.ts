import type { Clock } from '../../ports/clock.ts';

/** Inputs of the decision when to start the next batch. */
export interface BatchSchedulerDependencies {
  readonly clock: Clock;
  /** Returns whether there is work to do and nothing prevents it. */
  readonly isWanted: () => boolean;
  /** Returns whether a batch is worth its cost now. If not, more outcomes are collected for a moment. */
  readonly isPressing: () => boolean;
  /** Returns whether another batch may run in addition to the current ones. */
  readonly hasRoom: () => boolean;
  /** Returns whether no batch is running. */
  readonly isFree: () => boolean;
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
  isWanted,
  isPressing,
  hasRoom,
  isFree,
  detached,
  run,
}: BatchSchedulerDependencies): BatchScheduler {
  let isScheduled = false;
  let gathering = false;

  const consider = (isGathered = false): void => {
    if (isScheduled || !isWanted()) return;
    if (!isGathered || !isFree()) {
      const isPressed = isPressing();
      if (!isPressed) gather();
      if (!isPressed || !hasRoom()) return;
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
