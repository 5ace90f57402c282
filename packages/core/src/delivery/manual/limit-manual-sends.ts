import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { ManualSendDependencies } from './manual-send-dependencies.ts';

/**
 * Counts a send of a user.
 *
 * @throws ServiceError `RATE_LIMITED` if the user has reached the limit of one minute.
 */
export function limitManualSends(
  { tenant, manualSends }: Pick<ManualSendDependencies, 'tenant' | 'manualSends'>,
  userId: number,
): void {
  const waitMs = manualSends.take(`${tenant}\n${userId}`);
  if (waitMs === 0) return;
  const seconds = Math.ceil(waitMs / 1000);
  throw new ServiceError('RATE_LIMITED', `Too many retries and tests in one minute: try again in ${seconds} seconds.`, {
    retryAfterSeconds: seconds,
  });
}
