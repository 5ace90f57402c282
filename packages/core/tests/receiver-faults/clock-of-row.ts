import { createSystemClock } from '../../src/adapters/system-clock.ts';
import type { Clock } from '../../src/ports/clock.ts';

/**
 * Milliseconds between the progress that a row requires of a delivery and its deadline: several drops of a slow stream.
 */
const LEFT_MS = 300;
/** Milliseconds between two checks. */
const PERIOD_MS = 5;

/**
 * The system clock, on which a deadline passes once the delivery has made the required progress, even on a busy
 * machine.
 *
 * @param deadlineMs - the duration that identifies the deadline. All other timers are unchanged.
 * @param hasCome - polled from the beginning of the deadline. Without it, the deadline does not pass, because a row
 * that ends otherwise may take any time on a busy machine.
 */
export function clockOfRow(deadlineMs: number, hasCome?: () => boolean): Clock {
  const system = createSystemClock();
  return {
    ...system,
    monotonic: () => 0,
    after(milliseconds, action) {
      if (milliseconds !== deadlineMs) return system.after(milliseconds, action);
      let cancel = () => {};
      if (!hasCome) return cancel;
      const poll = (): void => {
        cancel = hasCome() ? system.after(LEFT_MS, action) : system.after(PERIOD_MS, poll);
      };
      poll();
      return () => cancel();
    },
  };
}
