import type { EventSink } from '../../events/portcullis-events.ts';
import type { Logger } from '../../ports/logger.ts';
import type { SettledAttempt } from './settle.ts';

/** Tells the host how an attempt ended. What becomes of a delivery that somebody else has by now is not told. Call it after the commit. */
export function reportAttempt(
  { attempt, decision, late }: SettledAttempt,
  { events, logger }: { readonly events: EventSink; readonly logger: Logger },
): void {
  const { id: attemptId, webhookId, eventId, statusCode, succeeded, errorCode } = attempt;
  const retry = decision.kind === 'retry' && !late ? { willRetryAt: decision.dueAt } : {};
  events.emit('delivery.attempted', { attemptId, webhookId, eventId, statusCode, succeeded, ...retry });
  if (late) return;
  const facts = { attemptId, webhookId, eventId, statusCode, errorCode };
  if (decision.kind === 'exhausted' || decision.kind === 'gone') {
    events.emit('delivery.exhausted', { attemptId, webhookId, eventId, kind: attempt.kind, statusCode });
  }
  if (decision.kind === 'exhausted') logger.warn('A delivery failed and is not tried again.', facts);
}
