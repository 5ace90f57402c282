import { ofTenant } from '../../kernel/events/typed-events.ts';
import { DEFAULT_WEBHOOK_OPTIONS } from '../../options/defaults.ts';
import type { WebhookOptions } from '../../options/webhook-options.ts';
import type { Logger } from '../../ports/logger.ts';
import type { DeliveryEventSink } from '../events/delivery-events.ts';
import type { DeliveryCounter } from '../statistics/create-delivery-counter.ts';
import type { RecordedAttempt } from './record-outcomes.ts';

/** The receivers of a report, and the threshold for reporting. */
export interface ReportDependencies {
  readonly events: DeliveryEventSink;
  readonly logger: Logger;
  readonly counter: Pick<DeliveryCounter, 'count'>;
  readonly options?: Pick<WebhookOptions, 'failingAfter'> | undefined;
}

/**
 * Counts the end of an attempt and reports it to the host, but not the next step of a delivery that another node has taken over.
 * Call it after the commit.
 */
export function reportAttempt(
  recorded: RecordedAttempt,
  {
    events,
    logger,
    counter,
    options: { failingAfter = DEFAULT_WEBHOOK_OPTIONS.failingAfter } = {},
  }: ReportDependencies,
): void {
  const { attempt, decision, late } = recorded;
  counter.count(recorded);
  const { id: attemptId, webhookId, eventId, kind, number, statusCode, succeeded, errorCode } = attempt;
  const facts = { ...ofTenant(attempt.tenant), attemptId, webhookId, eventId, kind };
  const result = { statusCode, ...(errorCode !== null && { errorCode }) };
  const retry = decision.kind === 'retry' && !late ? { willRetryAt: decision.dueAt } : {};
  events.emit('delivery.attempted', { ...facts, number, ...result, succeeded, ...retry });
  if (late) return;
  if (decision.kind === 'retry' && number === failingAfter) {
    events.emit('delivery.failing', { ...facts, number, ...result, willRetryAt: decision.dueAt });
  }
  if (decision.kind === 'succeeded' && number > failingAfter) events.emit('delivery.recovered', { ...facts, number });
  if (decision.kind === 'exhausted' || decision.kind === 'gone') {
    events.emit('delivery.exhausted', { ...facts, ...result });
  }
  if (decision.kind === 'exhausted') {
    logger.warn('A delivery failed and is not retried.', { ...facts, ...result });
  }
}
