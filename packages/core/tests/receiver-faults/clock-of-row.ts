import { createSystemClock } from '../../src/adapters/system-clock.ts';
import type { Clock } from '../../src/ports/clock.ts';

/** Milliseconds between a delivery that has come as far as its row says and its deadline: several drops of what drips. */
const LEFT_MS = 300;
/** Milliseconds between two looks. */
const PERIOD_MS = 5;

/**
 * The system's clock, on which a deadline passes when the delivery has come far enough, however long that takes on a busy machine:
 * what comes before takes no time by it.
 *
 * @param deadlineMs - the duration that stands for the deadline; all others pass as they do.
 * @param hasCome - asked again and again from the beginning of the deadline. Without it, the deadline does not pass: on a busy machine, a
 *   row that ends otherwise may take any time.
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
