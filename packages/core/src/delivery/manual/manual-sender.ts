import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { RetryPolicy } from '../../options/retry-policy.ts';
import type { Clock } from '../../ports/clock.ts';
import type { JobQueue } from '../../ports/job-queue.ts';
import type { Logger } from '../../ports/logger.ts';
import type { AllTenantsStore } from '../../ports/store/store.ts';
import type { NewOwnedRow, OwnedRow } from '../../ports/store/tables.ts';
import type { TenantSettings } from '../../settings/tenant-settings.ts';
import { type EndedAttempt, interrupted } from '../attempt/attempt-outcome.ts';
import { attemptRow } from '../attempt/attempt-row.ts';
import type { RunningAttempts } from '../attempt/running-attempts.ts';
import type { SendAttempt } from '../attempt/send-attempt.ts';
import { wakeEndpoint } from '../endpoint-queues/wake-endpoint.ts';
import type { DeliveryEventSink } from '../events/delivery-events.ts';
import { reportAttempt } from '../outcomes/report-attempt.ts';
import { reportHealth } from '../outcomes/report-health.ts';
import type { DeliveryCounter } from '../statistics/create-delivery-counter.ts';
import { recordManualRetry } from './record-manual-retry.ts';

/** A send that a user requested. */
export interface ManualSend {
  readonly trigger: 'manual' | 'test';
  /** The record that is repeated; undefined for a test. */
  readonly record?: OwnedRow<'attempts'>;
  /** Its row at the time of the request. It is read again when the request is sent, which may have to wait. */
  readonly webhook: OwnedRow<'webhooks'>;
  readonly event: OwnedRow<'events'>;
}

/** Dependencies of {@link createManualSender}. */
export interface ManualSenderDependencies {
  readonly store: AllTenantsStore;
  readonly clock: Clock;
  readonly queue: JobQueue;
  readonly settings: Pick<TenantSettings, 'of'>;
  readonly events: DeliveryEventSink;
  readonly logger: Logger;
  readonly counter: DeliveryCounter;
  readonly nodeId: string;
  readonly send: SendAttempt;
  readonly running: RunningAttempts;
  readonly policy: RetryPolicy;
}

/**
 * Returns the record of an attempt in progress, which the final record replaces. If this process dies, the history shows that the
 * outcome is unknown.
 */
function begun(url: string, now: number): EndedAttempt {
  return { url, startedAt: now, endedAt: now, outcome: interrupted() };
}

/** Milliseconds between two checks of another node's lease. */
const POLL_MS = 250;

/**
 * Creates the function that sends a record again, or a test. It waits for a running attempt of the same delivery, and sends
 * otherwise immediately, even if the webhook is paused or disabled.
 */
export function createManualSender(dependencies: ManualSenderDependencies) {
  const { store, clock, queue, settings, events, logger, counter, nodeId, send, running } = dependencies;
  const { breaker } = dependencies.policy;

  const whenOthersAreDone = async (deliveryId: number, signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const [delivery] = await store.find('deliveries', { where: { id: deliveryId } });
      const elsewhere = delivery?.status === 'leased' && delivery.leaseOwner !== nodeId;
      const left = elsewhere ? Number(delivery.leaseUntil) - clock.now() : 0;
      if (left <= 0) return;
      await new Promise<void>((resolve) => clock.after(Math.min(POLL_MS, left), resolve));
    }
  };

  return ({ trigger, record, webhook: given, event }: ManualSend): Promise<OwnedRow<'attempts'>> => {
    const { deliveryId = null, webhookName = given.name } = record ?? {};
    return running.run(
      deliveryId,
      async (signal) => {
        if (deliveryId !== null) await whenOthersAreDone(deliveryId, signal);
        const { webhookDeadlineMs: deadlineMs } = await settings.of(given.tenant);
        const cause = { trigger, number: 0, parentId: record?.id };
        const subjectOf = (webhook: OwnedRow<'webhooks'>) => ({ webhook, event, webhookName, deliveryId });
        const { id, webhook } = await recordBegun(store, given, (current) =>
          attemptRow(subjectOf(current), cause, begun(current.url, clock.now())),
        );
        const subject = subjectOf(webhook);
        const ended = await send(subject, { deadlineMs, signal });
        const { attempt, changes, continues } = await store.transaction((transaction) =>
          recordManualRetry(transaction, { id, subject, cause, ended, now: clock.now(), breaker }),
        );
        reportAttempt(
          { attempt, late: false, decision: { kind: attempt.succeeded ? 'succeeded' : 'released' } },
          { events, logger, counter },
        );
        for (const change of changes) {
          reportHealth(change, { events, logger });
          void wakeEndpoint({ queue, events }, change.webhookId);
        }
        if (continues) void wakeEndpoint({ queue, events }, webhook.id);
        return attempt;
      },
      { after: true },
    );
  };
}

/**
 * Records an attempt in progress if its webhook exists: a record of a tenant that was removed in between would never be deleted.
 *
 * @returns the id of the record, and the current row of the webhook.
 * @throws ServiceError `WEBHOOK_NOT_FOUND`
 */
function recordBegun(
  store: AllTenantsStore,
  { id, tenant }: OwnedRow<'webhooks'>,
  rowOf: (webhook: OwnedRow<'webhooks'>) => NewOwnedRow<'attempts'>,
): Promise<{ readonly id: number; readonly webhook: OwnedRow<'webhooks'> }> {
  return store.transaction(async (transaction) => {
    const where = { id, tenant, state: { not: 'deleted' } };
    const [webhook] = await transaction.find('webhooks', { where, lock: 'update' });
    if (!webhook) throw new ServiceError('WEBHOOK_NOT_FOUND', 'The webhook was removed before the request was sent.');
    const [added] = await transaction.insertOwned('attempts', [rowOf(webhook)]);
    return { id: Number(added?.id), webhook };
  });
}
