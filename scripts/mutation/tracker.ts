import { SWITCH } from './switch-faults.ts';

/** The number of no fault. */
export const NO_FAULT = -1;

/** The state of the switches in a worker: the fault that is on, and the places of faults that were reached. */
export interface Tracker {
  active: number;
  /** Places that were reached outside any test, as files are loaded. */
  readonly atLoad: Set<number>;
  /** Places that were reached since the last {@link Tracker.begin}. */
  reached: Set<number>;
  begin(): void;
  end(): void;
}

/** One of a worker: setup files and runners are loaded each in their own way. */
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
