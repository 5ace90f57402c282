import { type Context, isSpanContextValid, trace as traces } from '@opentelemetry/api';

/**
 * Returns the headers that continue the trace of a context; none if it has no valid span. Source: W3C Trace Context.
 */
export function traceHeadersOf(context: Context | undefined): Readonly<Record<string, string>> {
  const span = context && traces.getSpanContext(context);
  if (!span || !isSpanContextValid(span)) return {};
  const flags = span.traceFlags.toString(16).padStart(2, '0');
  const state = span.traceState?.serialize();
  return { traceparent: `00-${span.traceId}-${span.spanId}-${flags}`, ...(state ? { tracestate: state } : {}) };
}
