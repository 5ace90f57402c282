import { ServiceError } from '../../kernel/errors/service-error.ts';
import { createTokenBuckets } from '../../kernel/time/token-buckets.ts';
import { limitReached } from '../../limits/limit-reached.ts';
import type { TenantLimiter } from '../../limits/tenant-limiter.ts';
import type { TenantLimitName } from '../../options/tenant-limits.ts';
import type { Clock } from '../../ports/clock.ts';
import { type ByteOperations, type ByteReservation, createByteBudget, RECOUNT_MS } from './byte-budget.ts';

/** The limits on the publications of tenants. */
export interface PublicationLimits {
  /**
   * Counts a notification.
   *
   * @throws ServiceError `TENANT_LIMIT`
   */
  countNotification(tenant: string, limiter: TenantLimiter): void;
  /**
   * Reserves the bytes of a payload, if the limit permits them.
   *
   * @throws ServiceError `TENANT_LIMIT`
   */
  reserveBytes(
    tenant: string,
    limiter: TenantLimiter,
    bytes: number,
    operations: ByteOperations,
  ): Promise<ByteReservation>;
}

/** Creates the {@link PublicationLimits} of a node. */
export function createPublicationLimits(clock: Pick<Clock, 'monotonic'>): PublicationLimits {
  const buckets = createTokenBuckets(clock);
  const budget = createByteBudget(clock);
  return {
    countNotification(tenant, limiter) {
      const { notificationsPerSecond: perSecond, notificationBurst: burst = perSecond } = limiter.limits();
      if (perSecond === undefined || burst === undefined) return;
      const waitMs = buckets.take(tenant, { perSecond, burst });
      if (waitMs > 0) throw limitReached('notificationsPerSecond', perSecond, Math.ceil(waitMs / 1000));
    },
    async reserveBytes(tenant, limiter, bytes, operations) {
      const { storedBytes: limit = Number.POSITIVE_INFINITY } = limiter.limits();
      const reservation = await budget.reserve(tenant, bytes, limit, operations);
      if (!reservation) throw limitReached('storedBytes', limit, RECOUNT_MS / 1000);
      return reservation;
    },
  };
}

/** Publishes, and reports a refusal by a limit. */
export async function reportingLimits<Result>(limiter: TenantLimiter, publish: () => Promise<Result>): Promise<Result> {
  try {
    return await publish();
  } catch (error) {
    if (ServiceError.isInstance(error) && error.code === 'TENANT_LIMIT') {
      const { limitName, limit } = error.extras.details as {
        readonly limitName: TenantLimitName;
        readonly limit: number;
      };
      limiter.report(limitName, limit);
    }
    throw error;
  }
}
