import { ofTenant } from '../../kernel/events/typed-events.ts';
import type { TracedFacts } from '../../kernel/tracing/traced.ts';
import type { NotificationTrace } from '../../kernel/tracing/tracing-channels.ts';
import type { Notification, PublishedNotification } from './notifications-service.ts';

/** Source: W3C Trace Context, "Traceparent Header". */
const TRACE_PARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Returns the facts of publications of a tenant for the tracing channel. */
export function publicationTrace(
  tenant: string,
): TracedFacts<NotificationTrace, readonly [Notification, ...unknown[]], PublishedNotification> {
  return {
    about: ({ kind }) => ({ ...ofTenant(tenant), kind }),
    note: (trace, published) => void Object.assign(trace, published),
  };
}

/**
 * Returns the trace context to store with the event for its attempts; null if the publication is not traced. Subscribers of the
 * channel are foreign code, so a value that is not a valid header is ignored and the notification is stored.
 */
export function traceParentOf(trace: NotificationTrace | undefined): string | null {
  const traceParent: unknown = trace?.traceParent;
  return typeof traceParent === 'string' && TRACE_PARENT.test(traceParent) ? traceParent : null;
}
