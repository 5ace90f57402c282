import type { Clock } from '../../ports/clock.ts';

/** Notices that the wall clock was set back. */
export interface ClockWatch {
  /** By how many milliseconds it was since the last call; 0 where it was not. */
  setBackBy(): number;
}

/** Smaller steps are what time servers do all the time. */
const MIN_STEP_MS = 1000;

/** Makes a watch that compares the wall clock with the one that never jumps. */
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
