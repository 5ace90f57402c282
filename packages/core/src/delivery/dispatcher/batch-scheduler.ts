import type { Clock } from '../../ports/clock.ts';

/** What decides when the next turn is taken. */
export interface BatchSchedulerDependencies {
  readonly clock: Clock;
  /** Whether there is something to do, and nothing against it. */
  readonly isWanted: () => boolean;
  /** Whether a turn is worth it now; else more comes with it in a moment. */
  readonly isPressing: () => boolean;
  /** Whether another turn may be taken beside those that are under way. */
  readonly hasRoom: () => boolean;
  /** Whether no turn is under way. */
  readonly isFree: () => boolean;
  readonly take: () => void;
}

/** Plans turns, one at a time. */
export interface BatchScheduler {
  /** Something has changed: plans a turn if one is to be taken. */
  consider(): void;
  /** Whether a turn is about to be taken. */
  readonly isMade: boolean;
}

/** How long what has ended is gathered where a turn is not pressing. */
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
