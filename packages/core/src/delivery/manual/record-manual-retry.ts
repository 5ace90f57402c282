import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { BreakerPolicy } from '../../options/retry-policy.ts';
import type { AllTenantsTransaction, RowOperations } from '../../ports/store/store.ts';
import type { OwnedRow } from '../../ports/store/tables.ts';
import type { EndedAttempt } from '../attempt/attempt-outcome.ts';
import { type AttemptCause, type AttemptSubject, attemptRow } from '../attempt/attempt-row.ts';
import { createFailureWindow } from '../breaker/failure-window.ts';
import { type HealthChange, recordHealth } from '../breaker/record-health.ts';
import { cancelledHeld } from '../endpoint-queues/held-counters.ts';
import { lockEndpointQueues } from '../endpoint-queues/lock-endpoint-queues.ts';
import type { DeliveryOptions } from '../subscriptions/delivery-options.ts';

/** A manual retry that has ended. */
export interface EndedManualRetry {
  /** The record that was created at its start. */
  readonly id: number;
  readonly subject: AttemptSubject;
  readonly cause: AttemptCause;
  readonly ended: EndedAttempt;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly breaker: BreakerPolicy;
}

/** A recorded manual retry, and what changed for its endpoint. */
export interface RecordedManualRetry {
  readonly attempt: OwnedRow<'attempts'>;
  readonly changes: readonly HealthChange[];
  /** True if an endpoint queue in order waited for the delivery, so that it continues. */
  readonly continues: boolean;
}

/**
 * Records a manual retry. A success cancels the remaining automatic retries and closes the breaker, and an endpoint queue in order
 * continues with the next delivery. A failure changes nothing of this, and counts neither as an automatic retry nor against the webhook.
 *
 * @throws ServiceError `HISTORY_RECORD_NOT_FOUND` if the record of its start no longer exists.
 */
export async function recordManualRetry(
  transaction: AllTenantsTransaction,
  { id: attemptId, subject, cause, ended, now, breaker }: EndedManualRetry,
): Promise<RecordedManualRetry> {
  const { createdAt: _, tenant: _none, ...row } = attemptRow(subject, cause, ended);
  await transaction.update('attempts', { id: attemptId }, row);
  const [attempt] = await transaction.find('attempts', { where: { id: attemptId } });
  if (!attempt) {
    const message = 'The request was sent, but its record was removed meanwhile, with its webhook or its tenant.';
    throw new ServiceError('HISTORY_RECORD_NOT_FOUND', message);
  }
  if (!attempt.succeeded) return { attempt, changes: [], continues: false };
  const { id, options } = subject.webhook;
  await lockEndpointQueues(transaction, [id]);
  const wasWaiting =
    subject.deliveryId !== null && (await endChain(transaction, id, subject.deliveryId, attempt.statusCode, now));
  const continues = wasWaiting && (options as DeliveryOptions).ordered === true;
  if (continues) await transaction.update('webhooks', { id }, { quietUntil: null });
  const success = {
    webhookId: id,
    verdict: 'success',
    result: { statusCode: attempt.statusCode },
    breakerTripped: true,
    probe: false,
    exhausted: false,
    gone: false,
    operational: false,
  } as const;
  const rules = { now, disableAfterDays: () => 0, window: createFailureWindow(breaker), breaker };
  const changes = await recordHealth(transaction, [success], rules);
  if (continues || changes.length > 0) {
    await transaction.update('endpointQueues', { webhookId: id, nextDueAt: { gt: now } }, { nextDueAt: now });
  }
  return { attempt, changes, continues };
}

/** Returns whether the delivery waited for its next automatic retry. */
async function endChain(
  transaction: RowOperations,
  webhookId: number,
  id: number,
  lastStatusCode: number,
  now: number,
): Promise<boolean> {
  const succeeded = { status: 'succeeded', lastStatusCode, doneAt: now, leaseOwner: null, leaseUntil: null };
  const waiting = await transaction.update('deliveries', { id, status: 'pending' }, succeeded);
  if (waiting === 1) {
    await transaction.update('endpointQueues', { webhookId }, { pending: { increment: -1 } });
    return true;
  }
  const held = await transaction.find('deliveries', { where: { id, status: 'held' }, lock: 'update' });
  if (held.length > 0) {
    const [webhook] = await transaction.find('webhooks', { where: { id: webhookId } });
    await transaction.update('deliveries', { id }, { ...succeeded, holdReason: null });
    await transaction.update('endpointQueues', { webhookId }, cancelledHeld(held, webhook?.state === 'active'));
    return false;
  }
  // A concurrent attempt on another node then finds its lease gone and writes only its record.
  const open = { id, status: { in: ['leased', 'exhausted'] } };
  await transaction.update('deliveries', open, { ...succeeded, leaseGeneration: { increment: 1 } });
  return false;
}
