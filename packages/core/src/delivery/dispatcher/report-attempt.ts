import { DEFAULT_WEBHOOK_OPTIONS } from '../../options/defaults.ts';
import type { WebhookOptions } from '../../options/portcullis-options.ts';
import type { Logger } from '../../ports/logger.ts';
import type { DeliveryEventSink } from '../events/delivery-events.ts';
import type { RecordedAttempt } from './record-outcomes.ts';

/** Whom to tell, and what is worth it. */
export interface ReportDependencies {
  readonly events: DeliveryEventSink;
  readonly logger: Logger;
  readonly options?: Pick<WebhookOptions, 'failingAfter'> | undefined;
}

/** Tells the host how an attempt ended. What becomes of a delivery that somebody else has by now is not told. Call it after the commit. */
export function reportAttempt(
  { attempt, decision, late }: RecordedAttempt,
  { events, logger, options: { failingAfter = DEFAULT_WEBHOOK_OPTIONS.failingAfter } = {} }: ReportDependencies,
): void {
  const { id: attemptId, webhookId, eventId, kind, number, statusCode, succeeded, errorCode } = attempt;
  const facts = { attemptId, webhookId, eventId, kind };
  const retry = decision.kind === 'retry' && !late ? { willRetryAt: decision.dueAt } : {};
  events.emit('delivery.attempted', { ...facts, number, statusCode, succeeded, ...retry });
  if (late) return;
  if (decision.kind === 'retry' && number === failingAfter) {
    events.emit('delivery.failing', { ...facts, number, statusCode, willRetryAt: decision.dueAt });
  }
  if (decision.kind === 'succeeded' && number > failingAfter) events.emit('delivery.recovered', { ...facts, number });
  if (decision.kind === 'exhausted' || decision.kind === 'gone') {
    events.emit('delivery.exhausted', { ...facts, statusCode });
  }
  if (decision.kind === 'exhausted') {
    logger.warn('A delivery failed and is not tried again.', { attemptId, webhookId, eventId, statusCode, errorCode });
  }
}
