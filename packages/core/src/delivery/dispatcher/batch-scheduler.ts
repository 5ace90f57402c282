import type { Clock } from '../../ports/clock.ts';

/** Inputs of the decision when to start the next batch. */
export interface BatchSchedulerDependencies {
  readonly clock: Clock;
  /** Returns whether there is work to do and nothing prevents it. */
  readonly isWanted: () => boolean;
  /** Returns whether a batch is worth its cost now. If not, more outcomes are gathered for a moment. */
  readonly isPressing: () => boolean;
  /** Returns whether another batch may run beside those that are running. */
  readonly hasRoom: () => boolean;
  /** Returns whether no batch is running. */
  readonly isFree: () => boolean;
  readonly take: () => void;
}

/** Plans turns, one at a time. */
export interface BatchScheduler {
  /** Something has changed: plans a turn if one is to be taken. */
  consider(): void;
  /** True when a batch is about to start. */
  readonly isMade: boolean;
}

/** Milliseconds for which outcomes are gathered when a batch is not urgent. */
const GATHER_MS = 3;

/** Makes a plan without a turn. */
export function createBatchScheduler({
  clock,
  isWanted,
  isPressing,
  hasRoom,
  isFree,
  take,
}: BatchSchedulerDependencies): BatchScheduler {
  let isMade = false;
  let gathering = false;

  const consider = (): void => {
    if (isMade || !isWanted()) return;
    if (!isPressing()) gather();
    else if (hasRoom()) make();
  };

  /** Waits for the end of the event loop's turn, so that all answers that came in it are recorded together. */
  const make = (): void => {
    isMade = true;
    setImmediate(() => {
      isMade = false;
      take();
    });
  };

  const gather = (): void => {
    if (gathering) return;
    gathering = true;
    clock.after(GATHER_MS, () => {
      gathering = false;
      if (!isMade && isWanted() && isFree()) make();
      else consider();
    });
  };

  return {
    consider,
    get isMade() {
      return isMade;
    },
  };
}
