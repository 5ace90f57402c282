import type { ClaimResult } from '../claim/claim.ts';
import type { EndpointSemaphore } from '../scheduling/endpoint-semaphore.ts';
import type { RoundRobinScheduler } from '../scheduling/round-robin-scheduler.ts';
import type { TenantSemaphore } from '../scheduling/tenant-semaphore.ts';

/** The parts of a node that the result of a claim changes. */
export interface ApplyClaimDependencies {
  readonly scheduler: Pick<RoundRobinScheduler, 'setTenant' | 'setLimits' | 'claimed' | 'isIdle' | 'add'>;
  readonly semaphore: Pick<EndpointSemaphore, 'cancel'>;
  readonly tenantSemaphore: Pick<TenantSemaphore, 'wait'>;
  /** Requests that an endpoint queue is drained at a time, in milliseconds since 1970. */
  readonly wakeAt: (webhookId: number, at: number) => void;
}

/** Milliseconds before an endpoint queue that could not be claimed from is checked again. */
const CHECK_AGAIN_MS = 1000;

/**
 * Applies the limits of a claimed endpoint queue, and determines its next claim.
 *
 * @param isLast - true if no other batch of this node is running.
 */
export function applyClaim(
  result: ClaimResult,
  { scheduler, semaphore, tenantSemaphore, wakeAt }: ApplyClaimDependencies,
  now: number,
  isLast: boolean,
): void {
  const { webhookId, tenant, claimed, nextDueAt, atCap, tenantFull, limits, busy, settings } = result;
  if (tenant !== undefined) scheduler.setTenant(webhookId, tenant);
  const more = nextDueAt !== null && nextDueAt <= now;
  // The leased deliveries of a process that dies count as attempted. If a delivery has only one attempt, it must not be lost
  // unsent.
  const isRetried = settings.webhookAutomaticRetry && settings.webhookRetrySchedule.length > 0;
  const ahead = (limits?.ahead ?? true) && isRetried;
  if (limits) scheduler.setLimits(webhookId, { ...limits, ahead });
  if (!ahead) semaphore.cancel(webhookId);
  scheduler.claimed(webhookId, claimed.length, atCap ? 'after-end' : more && !tenantFull ? 'now' : undefined);
  // Another transaction has locked the endpoint queue, or its cap is reached. A batch of this node ends soon, but another node may
  // die before it serves this wake-up, so the queue must be checked again.
  if (busy || (atCap && scheduler.isIdle(webhookId))) {
    if (isLast) wakeAt(webhookId, now + CHECK_AGAIN_MS);
    else scheduler.add(webhookId);
  } else if (nextDueAt !== null && !more) wakeAt(webhookId, nextDueAt);
  if (tenantFull && tenant !== undefined) tenantSemaphore.wait(webhookId, tenant);
}
