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
      const timer = new SystemTimer(Math.max(0, milliseconds), action);
      return () => timer.cancel();
    },
  };
}

/** A running timer. Each attempt has one, so it is a class with few objects of its own. */
class SystemTimer {
  readonly #dueAt: number;
  readonly #action: () => void;
  #timeout: NodeJS.Timeout | undefined;
  #immediate: NodeJS.Immediate | undefined;

  constructor(milliseconds: number, action: () => void) {
    this.#dueAt = performance.now() + milliseconds;
    this.#action = action;
    this.#wait(milliseconds);
  }

  cancel(): void {
    clearTimeout(this.#timeout);
    clearImmediate(this.#immediate);
  }

  #wait(milliseconds: number): void {
    this.#timeout = setTimeout(SystemTimer.#passed, Math.min(milliseconds, MAX_TIMER), this).unref();
  }

  static #passed(timer: SystemTimer): void {
    const left = timer.#dueAt - performance.now();
    // A timer of Node may be up to a millisecond early.
    if (left > 1) timer.#wait(left);
    else if (left > -LATE_MS) timer.#action();
    else timer.#immediate = setImmediate(timer.#action).unref();
  }
}
