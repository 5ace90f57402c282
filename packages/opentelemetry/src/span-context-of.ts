import { isSpanContextValid, type SpanContext } from '@opentelemetry/api';

/** The span that a `traceparent` names; undefined for what is none. Source: W3C Trace Context, "traceparent Header Field Values". */
export function spanContextOf(traceParent: string | undefined): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] = /^00-(\w{32})-(\w{16})-(\w{2})$/.exec(traceParent ?? '') ?? [];
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(context) ? context : undefined;
}
