import { traced } from '../../kernel/tracing/traced.ts';
import { TRACING_CHANNELS } from '../../kernel/tracing/tracing-channels.ts';
import type { PublishedNotification } from './notifications-service.ts';

/** Source: W3C Trace Context, "Traceparent Header". */
const TRACE_PARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * Runs a publication inside its tracing channel.
 *
 * @param publish - receives the trace context to store with the event for its attempts; null where the publication is not
 * traced.
 */
export function tracedPublication(
  kind: string,
  publish: (traceParent: string | null) => Promise<PublishedNotification>,
): Promise<PublishedNotification> {
  return traced(
    TRACING_CHANNELS.notification,
    () => ({ kind }),
    (trace) => publish(checked(trace?.traceParent)),
    (trace, published) => Object.assign(trace, published),
  );
}

/**
 * Subscribers of the channel are outside code: a value that is not a valid header must not prevent the notification from
 * being stored.
 */
function checked(traceParent: unknown): string | null {
  return typeof traceParent === 'string' && TRACE_PARENT.test(traceParent) ? traceParent : null;
}
