import { ServiceError } from '../kernel/errors/service-error.ts';
import type { TenantLimitName } from '../options/tenant-limits.ts';

/** The message for each limit. */
const MESSAGES: Readonly<Record<TenantLimitName, (limit: number) => string>> = {
  integrations: (limit) => `No more than ${limit} integrations are allowed. Remove one, or have the limit raised.`,
  webhooks: (limit) => `No more than ${limit} webhooks are allowed. Remove one, or have the limit raised.`,
  apiKeys: (limit) => `No more than ${limit} API keys are allowed. Revoke one, or have the limit raised.`,
  notificationsPerSecond: (limit) => `No more than ${limit} notifications a second are allowed. Publish it later.`,
  notificationBurst: (limit) => `No more than ${limit} notifications at once are allowed. Publish it later.`,
  waitingDeliveries: (limit) =>
    `The notification was not published: no more than ${limit} deliveries may wait. Publish it later.`,
  concurrentDeliveries: (limit) => `No more than ${limit} deliveries are made at once.`,
  concurrentOperations: (limit) =>
    `No more than ${limit} operations may run at once. Try again when one of them has ended.`,
  eventStreams: (limit) =>
    `No more than ${limit} event streams may be open at once. Try again when one of them has ended.`,
  storedBytes: (limit) =>
    `The notification was not published: no more than ${limit} bytes may be stored. Retention removes old records.`,
};

/**
 * Returns the error of a reached limit.
 *
 * @param retryAfterSeconds - seconds until another attempt can succeed; undefined if waiting does not help.
 */
export function limitReached(limitName: TenantLimitName, limit: number, retryAfterSeconds?: number): ServiceError {
  return new ServiceError('TENANT_LIMIT', MESSAGES[limitName](limit), {
    details: { limitName, limit },
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}
