import { SWITCH } from './switch-faults.ts';

/** The number that means no fault. */
export const NO_FAULT = -1;

/** The state of the switches in a worker: the enabled fault, and the reached faults. */
export interface Tracker {
  active: number;
  /** Faults that were reached outside any test, while files load. */
  readonly atLoad: Set<number>;
  /** Faults that were reached since the last {@link Tracker.begin}. */
  reached: Set<number>;
  begin(): void;
  end(): void;
}

/** One tracker for each worker, because setup files and runners are loaded separately. */
export const tracker: Tracker = findTracker();

function findTracker(): Tracker {
  const holder = globalThis as { __tracker?: Tracker };
  holder.__tracker ??= createTracker();
  return holder.__tracker;
}

function createTracker(): Tracker {
  let current: Set<number> | undefined;
  const made: Tracker = {
    active: NO_FAULT,
    atLoad: new Set(),
    reached: new Set(),
    begin() {
      made.reached = new Set();
      current = made.reached;
    },
    end() {
      current = undefined;
    },
  };
  Object.assign(globalThis, {
    [SWITCH](id: number): boolean {
      (current ?? made.atLoad).add(id);
      return id === made.active;
    },
  });
  return made;
}
