import { traced } from '../../kernel/tracing/traced.ts';
import { TRACING_CHANNELS } from '../../kernel/tracing/tracing-channels.ts';
import type { AttemptOutcome } from './attempt-outcome.ts';
import type { AttemptSubject } from './attempt-row.ts';

/**
 * Runs an attempt inside its tracing channel. Headers are made inside as well: what a subscriber binds to the channel's
 * `start`, such as a span to propagate, is there when they are.
 *
 * @param startedAt - milliseconds since 1970.
 */
export function tracedAttempt(
  { webhook, event, dueAt }: Pick<AttemptSubject, 'webhook' | 'event' | 'dueAt'>,
  startedAt: number,
  work: () => Promise<AttemptOutcome>,
): Promise<AttemptOutcome> {
  return traced(
    TRACING_CHANNELS.webhookAttempt,
    () => ({
      webhookId: webhook.id,
      eventId: event.id,
      kind: event.kind,
      host: hostOf(webhook.url),
      ...(event.traceParent !== null && { traceParent: event.traceParent }),
      // Clocks of two nodes may differ by a little.
      ...(dueAt !== undefined && { queuedMs: Math.max(0, startedAt - dueAt) }),
    }),
    work,
    (trace, outcome) => {
      if (outcome.kind === 'response') trace.statusCode = outcome.statusCode;
      else Object.assign(trace, { errorCode: outcome.code, errorPhase: outcome.phase });
      const { connectMs, firstByteMs } = outcome.timing;
      if (connectMs !== undefined) trace.connectMs = connectMs;
      if (firstByteMs !== undefined) trace.firstByteMs = firstByteMs;
    },
  );
}

/** A user name or password before the host is none of it. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}
