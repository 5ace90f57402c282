import { isSpanContextValid, type SpanContext } from '@opentelemetry/api';

/**
 * Returns the span that a `traceparent` names, or undefined for an invalid one. Source: W3C Trace Context,
 * "traceparent Header Field Values".
 */
export function spanContextOf(traceParent: string | undefined): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] = /^00-(\w{32})-(\w{16})-(\w{2})$/.exec(traceParent ?? '') ?? [];
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(context) ? context : undefined;
}
