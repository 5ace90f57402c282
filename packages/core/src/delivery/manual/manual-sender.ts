import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { RetryPolicy } from '../../options/retry-policy.ts';
import type { Clock } from '../../ports/clock.ts';
import type { JobQueue } from '../../ports/job-queue.ts';
import type { Logger } from '../../ports/logger.ts';
import type { AllTenantsStore } from '../../ports/store/store.ts';
import type { NewOwnedRow, OwnedRow } from '../../ports/store/tables.ts';
import type { TenantSettings } from '../../settings/tenant-settings.ts';
import { type EndedAttempt, interruptedOutcome } from '../attempt/attempt-outcome.ts';
import { type AttemptSubject, attemptRow } from '../attempt/attempt-row.ts';
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
  /** The event of the record; for a test, a new one, which is stored with the record. */
  readonly event: OwnedRow<'events'> | NewOwnedRow<'events'>;
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
  return { url, startedAt: now, endedAt: now, outcome: interruptedOutcome() };
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

  return ({ trigger, record, webhook: requested, event: published }: ManualSend): Promise<OwnedRow<'attempts'>> => {
    const { deliveryId = null, webhookName = requested.name } = record ?? {};
    return running.run(
      deliveryId,
      async (signal) => {
        if (deliveryId !== null) await whenOthersAreDone(deliveryId, signal);
        const { webhookDeadlineMs: deadlineMs } = await settings.of(requested.tenant);
        const cause = { trigger, number: 0, parentId: record?.id };
        const { id, subject } = await recordBegun(store, { webhook: requested, event: published }, (webhook, event) => {
          const begins = { webhook, event, webhookName, deliveryId };
          return { subject: begins, row: attemptRow(begins, cause, begun(webhook.url, clock.now())) };
        });
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
        if (continues) void wakeEndpoint({ queue, events }, requested.id);
        return attempt;
      },
      { after: true },
    );
  };
}

/** An attempt in progress, and its record. */
interface Begun {
  readonly subject: AttemptSubject;
  readonly row: NewOwnedRow<'attempts'>;
}

/**
 * Records an attempt in progress if its webhook and its event exist, and the event of a test with it: the rows of a tenant that was removed
 * in between would never be deleted, and a record without an event would have no payload.
 *
 * @param begin - returns the attempt for the current row of the webhook and the stored event.
 * @returns the id of the record, and its subject.
 * @throws ServiceError `WEBHOOK_NOT_FOUND`, `HISTORY_RECORD_NOT_FOUND`
 */
function recordBegun(
  store: AllTenantsStore,
  { webhook: { id, tenant }, event: published }: Pick<ManualSend, 'webhook' | 'event'>,
  begin: (webhook: OwnedRow<'webhooks'>, event: OwnedRow<'events'>) => Begun,
): Promise<{ readonly id: number; readonly subject: AttemptSubject }> {
  return store.transaction(async (transaction) => {
    const where = { id, tenant, state: { not: 'deleted' } };
    const [webhook] = await transaction.find('webhooks', { where, lock: 'update' });
    if (!webhook) throw new ServiceError('WEBHOOK_NOT_FOUND', 'The webhook was removed before the request was sent.');
    const [event] =
      'id' in published
        ? await transaction.find('events', { where: { id: published.id, tenant }, lock: 'update' })
        : await transaction.insertOwned('events', [published]);
    if (!event) {
      const message = 'The record was removed by retention before the request was sent.';
      throw new ServiceError('HISTORY_RECORD_NOT_FOUND', message);
    }
    const { subject, row } = begin(webhook, event);
    const [added] = await transaction.insertOwned('attempts', [row]);
    return { id: Number(added?.id), subject };
  });
}
