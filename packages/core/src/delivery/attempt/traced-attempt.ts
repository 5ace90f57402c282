import { ofTenant } from '../../kernel/events/typed-events.ts';
import { traced } from '../../kernel/tracing/traced.ts';
import { TRACING_CHANNELS } from '../../kernel/tracing/tracing-channels.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EndedAttempt } from './attempt-outcome.ts';
import type { AttemptSubject } from './attempt-row.ts';

/**
 * Returns the sender of attempts inside its tracing channel. Headers are made inside as well: what a subscriber binds to the
 * channel's `start`, such as a span to propagate, is there when they are.
 */
export function tracedAttempt<Options>(
  clock: Pick<Clock, 'now'>,
  send: (subject: AttemptSubject, options: Options) => Promise<EndedAttempt>,
): typeof send {
  return traced(
    TRACING_CHANNELS.webhookAttempt,
    {
      about: ({ webhook, event, dueAt }) => ({
        ...ofTenant(webhook.tenant),
        webhookId: webhook.id,
        eventId: event.id,
        kind: event.kind,
        host: hostOf(webhook.url),
        ...(event.traceParent !== null && { traceParent: event.traceParent }),
        // Clocks of two nodes may differ by a little.
        ...(dueAt !== undefined && { queuedMs: Math.max(0, clock.now() - dueAt) }),
      }),
      note(trace, { outcome }) {
        if (outcome.kind === 'response') trace.statusCode = outcome.statusCode;
        else Object.assign(trace, { errorCode: outcome.code, errorPhase: outcome.phase });
        const { connectMs, firstByteMs } = outcome.timing;
        if (connectMs !== undefined) trace.connectMs = connectMs;
        if (firstByteMs !== undefined) trace.firstByteMs = firstByteMs;
      },
    },
    send,
  );
}

/** A user name or password before the host is none of it. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}
