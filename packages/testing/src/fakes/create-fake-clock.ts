import type { Clock } from '@portcullis/core';

/** A {@link Clock} that advances only on demand. */
export interface FakeClock extends Clock {
  /** Advances both clocks and fires due timers in order. */
  advance(milliseconds: number): void;
  /** Advances to the next timer and fires it. Returns false if there is none. */
  advanceToNext(): boolean;
  /** Changes only the wall clock, as an administrator or a time server does. */
  jump(milliseconds: number): void;
  /** The number of waiting timers. */
  readonly waiting: number;
}

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly action: () => void;
}

/**
 * Creates a fake clock.
 *
 * @param start - the wall clock's first time, in milliseconds since 1970. @default 2024-01-01T00:00:00Z
 */
export function createFakeClock(start: number = Date.UTC(2024, 0, 1)): FakeClock {
  const timers = new Set<Timer>();
  let elapsed = 0;
  let jumped = 0;
  let order = 0;

  const next = (): Timer | undefined => {
    let first: Timer | undefined;
    for (const timer of timers) {
      if (!first || timer.at < first.at || (timer.at === first.at && timer.order < first.order)) first = timer;
    }
    return first;
  };

  const fire = (timer: Timer): void => {
    timers.delete(timer);
    elapsed = Math.max(elapsed, timer.at);
    timer.action();
  };

  return {
    now: () => start + elapsed + jumped,
    monotonic: () => elapsed,
    after(milliseconds, action) {
      const timer = { at: elapsed + Math.max(0, milliseconds), order: order++, action };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(milliseconds) {
      const end = elapsed + milliseconds;
      for (let timer = next(); timer && timer.at <= end; timer = next()) fire(timer);
      elapsed = end;
    },
    advanceToNext() {
      const timer = next();
      if (timer) fire(timer);
      return timer !== undefined;
    },
    jump(milliseconds) {
      jumped += milliseconds;
    },
    get waiting() {
      return timers.size;
    },
  };
}
