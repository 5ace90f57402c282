import { ServiceError } from '../../kernel/errors/service-error.ts';
import { MINUTE_MS } from '../../kernel/time/durations.ts';
import { createRateLimiter } from '../../kernel/time/rate-limiter.ts';
import type { Clock } from '../../ports/clock.ts';

/** Maximum number of wrong keys per minute with the same beginning and source. Further ones are refused with the time to wait. */
const MAX_FAILED_ATTEMPTS = 30;

/** The first characters of a key, which lists also show. */
export const PREFIX_LENGTH = 10;

/** The wrong keys of the last minute. */
export interface FailedAttempts {
  /**
   * Counts a wrong key. Valid keys are looked up first and never counted, so that failures of one caller cannot lock out another.
   *
   * @throws ServiceError `RATE_LIMITED` after too many wrong keys with this beginning from this source.
   */
  count(key: string, source: string | undefined): void;
}

/** Creates the counter of wrong keys. */
export function createFailedAttempts(clock: Clock): FailedAttempts {
  const attempts = createRateLimiter<string>(clock, MAX_FAILED_ATTEMPTS, MINUTE_MS);
  return {
    count(key, source = '') {
      const waitMs = attempts.take(`${key.slice(0, PREFIX_LENGTH)} ${source}`);
      if (waitMs === 0) return;
      const seconds = Math.ceil(waitMs / 1000);
      throw new ServiceError('RATE_LIMITED', `Too many wrong keys: try again in ${seconds} seconds.`, {
        retryAfterSeconds: seconds,
      });
    },
  };
}
