import type { Clock } from '../ports/clock.ts';

/** Maximum milliseconds of a timer (about 24.8 days). Source: Node.js, `setTimeout`. */
const MAX_TIMER = 2 ** 31 - 1;

/** Creates the clock of the machine. Its timers do not keep the process alive. */
export function createSystemClock(): Clock {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    after(milliseconds, action) {
      let timer: NodeJS.Timeout;
      const wait = (left: number): void => {
        const step = Math.min(left, MAX_TIMER);
        timer = setTimeout(() => (left > step ? wait(left - step) : action()), step);
        timer.unref();
      };
      wait(Math.max(0, milliseconds));
      return () => clearTimeout(timer);
    },
  };
}
