import type { EventSink } from '../../events/portcullis-events.ts';
import type { Logger } from '../../ports/logger.ts';
import type { SettledAttempt } from './settle.ts';

/** Tells the host how an attempt ended. Call it after the commit. */
export function reportAttempt(
  { attempt, decision }: Pick<SettledAttempt, 'attempt' | 'decision'>,
  { events, logger }: { readonly events: EventSink; readonly logger: Logger },
): void {
  const { id: attemptId, webhookId, eventId, statusCode, succeeded, errorCode } = attempt;
  const retry = decision.kind === 'retry' ? { willRetryAt: decision.dueAt } : {};
  events.emit('delivery.attempted', { attemptId, webhookId, eventId, statusCode, succeeded, ...retry });
  const facts = { attemptId, webhookId, eventId, statusCode, errorCode };
  if (decision.kind === 'exhausted' || decision.kind === 'gone') {
    events.emit('delivery.exhausted', { attemptId, webhookId, eventId, kind: attempt.kind, statusCode });
  }
  if (decision.kind === 'exhausted') logger.warn('A delivery failed and is not tried again.', facts);
}
