import type { Clock } from '../../ports/clock.ts';

/** A watch that detects that the wall clock was set back. */
export interface ClockWatch {
  /** Returns the milliseconds by which the clock was set back since the last call; 0 if it was not. */
  setBackBy(): number;
}

/** Smaller steps are normal corrections by time servers. */
const MIN_STEP_MS = 1000;

/** Creates a watch that compares the wall clock with the monotonic clock. */
export function createClockWatch(clock: Clock): ClockWatch {
  const offset = (): number => clock.now() - clock.monotonic();
  let last = offset();
  return {
    setBackBy() {
      const step = last - offset();
      last -= step;
      // The monotonic clock has fractions, stored times have none.
      return step > MIN_STEP_MS ? Math.round(step) : 0;
    },
  };
}
