import type { RetryPolicy } from '../../options/retry-policy.ts';
import { type AttemptOutcome, isUnsigned, resultOf } from '../attempt/attempt-outcome.ts';
import { retryAfterMs } from '../attempt/retry-schedule/retry-after.ts';
import { verdictOf } from '../breaker/breaker.ts';
import type { HealthEffect } from '../breaker/record-health.ts';
import { isOperational } from '../catalogue/operational-kinds.ts';
import type { ClaimedDelivery } from '../claim/claimed-delivery.ts';
import type { DeliveryOptions } from '../subscriptions/delivery-options.ts';
import type { DecidedDelivery } from './write-ends.ts';

/**
 * Returns the effects of attempts on the health of their endpoints. An attempt has none if it was aborted at shutdown, was
 * lost in a crash, failed on this machine or at the proxy, or could not be signed.
 *
 * @param now - milliseconds since 1970.
 */
export function healthEffectsOf(
  deliveries: readonly DecidedDelivery[],
  now: number,
  policy: RetryPolicy,
): readonly HealthEffect[] {
  return deliveries
    .filter(({ decision, attempt }) => decision.kind !== 'released' && isAboutReceiver(attempt.outcome))
    .map((delivery) => ({
      webhookId: delivery.claimed.webhook.id,
      verdict: verdictOf(delivery.attempt.outcome),
      result: resultOf(delivery.attempt.outcome),
      breakerTripped: isBreakerTripped(delivery.claimed),
      probe: delivery.claimed.probe,
      exhausted: delivery.decision.kind === 'exhausted' || delivery.decision.kind === 'gone',
      gone: delivery.decision.kind === 'gone',
      operational: isOperational(delivery.claimed.event.kind),
      quietUntil: quietUntilOf(delivery, now, policy),
    }));
}

/** A receiver that sends `Retry-After` gets nothing until then; an ordered endpoint queue waits for its first delivery. */
function quietUntilOf(
  { claimed, attempt, decision }: DecidedDelivery,
  now: number,
  policy: RetryPolicy,
): number | undefined {
  const ordered = (claimed.webhook.options as DeliveryOptions).ordered && decision.kind === 'retry';
  if (ordered) return decision.dueAt;
  const { outcome } = attempt;
  if (outcome.kind === 'failure' || decision.kind === 'succeeded') return undefined;
  const wait = retryAfterMs(outcome.headers, now, policy.retryAfterCapMs);
  return wait === undefined ? undefined : now + wait;
}

/** The phases of failures that the receiver did not cause. */
const BEFORE_RECEIVER: ReadonlySet<unknown> = new Set(['interrupted', 'local', 'proxy']);

function isAboutReceiver(outcome: AttemptOutcome): boolean {
  return outcome.kind === 'response' || !(BEFORE_RECEIVER.has(outcome.phase) || isUnsigned(outcome));
}

/** Returns whether the breaker of an endpoint was open or half-open when the delivery was claimed. */
export function isBreakerTripped({ webhook }: ClaimedDelivery): boolean {
  return webhook.breakerUntil !== null;
}
