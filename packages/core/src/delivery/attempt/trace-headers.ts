import { type BackgroundErrorSinks, reportBackgroundError } from '../../kernel/events/report-background-error.ts';

/** The headers of a trace. Source: W3C Trace Context, "Trace Context HTTP Headers Format". */
const NAMES = ['traceparent', 'tracestate'] as const;

/** Returns the headers that continue the current trace. */
export type TraceContext = () => Readonly<Record<string, string>>;

/** Returns the same function of the host, without a trace when it throws. Its first failure is reported. */
export function guardTraceContext(traceContext: TraceContext, sinks: BackgroundErrorSinks): TraceContext {
  let hasFailed = false;
  return () => {
    try {
      return traceContext();
    } catch (error) {
      const line = 'The function webhooks.traceContext failed, so receivers get no trace.';
      if (!hasFailed) reportBackgroundError(sinks, { task: 'send', line }, error);
      hasFailed = true;
      return {};
    }
  };
}

/** Returns the trace headers for receivers: none without the option, and never another header. */
export function traceHeaders(traceContext: TraceContext | undefined): Record<string, string> {
  const context = traceContext?.() ?? {};
  const headers: Record<string, string> = {};
  for (const name of NAMES) {
    const value = context[name];
    if (value !== undefined && /^[\x21-\x7e][\x20-\x7e]*$/.test(value)) headers[name] = value;
  }
  return headers;
}
