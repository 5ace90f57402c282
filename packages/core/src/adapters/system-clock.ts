import type { Clock } from '../ports/clock.ts';

/** Maximum milliseconds of a timer (about 24.8 days). Source: Node.js, `setTimeout`. */
const MAX_TIMER = 2 ** 31 - 1;
/** Milliseconds after which a timer is late: the event loop was blocked, or the process suspended. */
const LATE_MS = 100;

/**
 * Creates the clock of the machine. Its timers do not keep the process alive. A late timer acts after the event loop has handled what
 * arrived in the meantime, so that a response that arrived in time is not taken for a missing one.
 */
export function createSystemClock(): Clock {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    after(milliseconds, action) {
      const dueAt = performance.now() + milliseconds;
      let cancel: () => void;
      const act = (): void => {
        if (performance.now() - dueAt < LATE_MS) action();
        else {
          const immediate = setImmediate(action);
          immediate.unref();
          cancel = () => clearImmediate(immediate);
        }
      };
      const wait = (left: number): void => {
        const step = Math.min(left, MAX_TIMER);
        const timer = setTimeout(() => (left > step ? wait(left - step) : act()), step);
        timer.unref();
        cancel = () => clearTimeout(timer);
      };
      wait(Math.max(0, milliseconds));
      return () => cancel();
    },
  };
}
