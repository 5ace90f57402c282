import type { Settings } from '../../options/settings.ts';
import type { Clock } from '../../ports/clock.ts';
import { abortedOutcome, type EndedAttempt, isDelivered } from '../attempt/attempt-outcome.ts';
import type { SendAttempt } from '../attempt/send-attempt.ts';
import type { ClaimedDelivery } from '../claim/claimed-delivery.ts';
import type { EndpointSemaphore } from '../scheduling/endpoint-semaphore.ts';
import type { RoundRobinScheduler } from '../scheduling/round-robin-scheduler.ts';
import type { TenantSemaphore } from '../scheduling/tenant-semaphore.ts';

/** Sends a claimed delivery. Resolves when its outcome is recorded. */
export type SendClaimed = (claimed: ClaimedDelivery, settings: Settings, signal: AbortSignal) => Promise<void>;

/** Dependencies of {@link createClaimedSender}. */
export interface ClaimedSenderDependencies {
  readonly clock: Pick<Clock, 'now'>;
  readonly send: SendAttempt;
  readonly scheduler: Pick<RoundRobinScheduler, 'capOf' | 'ended'>;
  readonly semaphore: Pick<EndpointSemaphore, 'acquire' | 'release'>;
  readonly tenantSemaphore: Pick<TenantSemaphore, 'release'>;
  /** Called when an attempt has ended and its permits are released. */
  readonly record: (claimed: ClaimedDelivery, attempt: EndedAttempt) => Promise<void>;
}

/**
 * The longest delivery, in milliseconds, after which an endpoint queue may still lease ahead, since leased deliveries must not
 * wait long.
 */
const QUICK_MS = 50;

/** Creates the function that sends claimed deliveries, each once it has a permit of its endpoint. */
export function createClaimedSender({
  clock,
  send,
  scheduler,
  semaphore,
  tenantSemaphore,
  record,
}: ClaimedSenderDependencies): SendClaimed {
  return async (claimed, { webhookDeadlineMs: deadlineMs }, signal) => {
    const webhookId = claimed.webhook.id;
    const mayBeSent = await semaphore.acquire(webhookId, scheduler.capOf(webhookId));
    // A process that was suspended for longer than its lease must not send deliveries that another node has taken over.
    const lost = clock.now() >= (claimed.delivery.leaseUntil ?? 0);
    const end = mayBeSent && !lost ? await send(claimed, { deadlineMs, signal }) : unsent(claimed, clock.now());
    const delivered = isDelivered(end);
    if (mayBeSent) semaphore.release(webhookId, delivered);
    if (claimed.hasTenantPermit) tenantSemaphore.release(claimed.webhook.tenant);
    scheduler.ended(webhookId, delivered && end.endedAt - end.startedAt <= QUICK_MS);
    await record(claimed, end);
  };
}

function unsent({ webhook: { url } }: ClaimedDelivery, now: number): EndedAttempt {
  return { url, startedAt: now, endedAt: now, outcome: abortedOutcome() };
}
