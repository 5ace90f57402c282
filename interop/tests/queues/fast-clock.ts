import type { Clock, JobQueue } from '@portcullis/core';

/** A clock that runs faster than the machine's. Processes with the same start time share it. */
export interface FastClock extends Clock {
  /** Returns the queue, adapted to this clock. The queue's engine uses the clock of the machine. */
  slowDown(queue: JobQueue): JobQueue;
}

/**
 * Creates a clock that advances `factor` milliseconds in one.
 *
 * @param beganAt - the time at which both clocks were equal, in milliseconds since 1970.
 */
export function createFastClock(factor: number, beganAt: number): FastClock {
  const now = (): number => Math.round(beganAt + (Date.now() - beganAt) * factor);
  return {
    now,
    monotonic: () => performance.now() * factor,
    after(milliseconds, action) {
      const timer = setTimeout(action, Math.max(0, milliseconds) / factor);
      timer.unref();
      return () => clearTimeout(timer);
    },
    slowDown: (queue) => ({
      ...queue,
      wake: ({ at = now(), ...wakeup }) => queue.wake({ ...wakeup, at: Date.now() + (at - now()) / factor }),
    }),
  };
}
