import { errorFacts } from '../kernel/errors/error-facts.ts';
import { MINUTE_MS } from '../kernel/time/durations.ts';
import type { Clock } from '../ports/clock.ts';
import type { JobQueue } from '../ports/job-queue.ts';
import type { Logger } from '../ports/logger.ts';

/** Dependencies of {@link logWakeFailures}. */
export interface WakeFailureDependencies {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly logger: Logger;
}

/** Returns the host's queue with a line in the log if wake-ups fail, at most one a minute: a busy node sends many a second. */
export function logWakeFailures(queue: JobQueue, { clock, logger }: WakeFailureDependencies): JobQueue {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    async wake(wakeup) {
      try {
        await queue.wake(wakeup);
      } catch (error) {
        const now = clock.monotonic();
        if (now - loggedAt >= MINUTE_MS) {
          loggedAt = now;
          const line = 'The queue refused a wake-up: its work waits until the store is checked.';
          logger.error(line, { task: 'wake', ...errorFacts(error) });
        }
        throw error;
      }
    },
    handle: (name, handler) => queue.handle(name, handler),
    ...(queue.onGap && { onGap: (listener: () => void) => queue.onGap?.(listener) ?? (() => {}) }),
    close: () => queue.close(),
  };
}
