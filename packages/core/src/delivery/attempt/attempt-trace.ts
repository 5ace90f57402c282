import { ofTenant } from '../../kernel/events/typed-events.ts';
import type { TracedFacts } from '../../kernel/tracing/traced.ts';
import type { WebhookAttemptTrace } from '../../kernel/tracing/tracing-channels.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EndedAttempt } from './attempt-outcome.ts';
import type { AttemptSubject } from './attempt-row.ts';

/** Returns the facts of attempts for the tracing channel. */
export function attemptTrace(
  clock: Pick<Clock, 'now'>,
): TracedFacts<WebhookAttemptTrace, readonly [AttemptSubject, ...unknown[]], EndedAttempt> {
  return {
    about: ({ webhook, event, dueAt }) => ({
      ...ofTenant(webhook.tenant),
      webhookId: webhook.id,
      eventId: event.id,
      kind: event.kind,
      host: hostOf(webhook.url),
      ...(event.traceParent !== null && { traceParent: event.traceParent }),
      // The clocks of two nodes may differ slightly.
      ...(dueAt !== undefined && { queuedMs: Math.max(0, clock.now() - dueAt) }),
    }),
    note(trace, { outcome }) {
      if (outcome.kind === 'response') trace.statusCode = outcome.statusCode;
      else Object.assign(trace, { errorCode: outcome.code, errorPhase: outcome.phase });
      const { connectMs, firstByteMs } = outcome.timing;
      if (connectMs !== undefined) trace.connectMs = connectMs;
      if (firstByteMs !== undefined) trace.firstByteMs = firstByteMs;
    },
  };
}

/** Excludes a user name or password before the host. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}
