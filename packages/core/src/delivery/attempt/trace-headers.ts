/** The headers of a trace. Source: W3C Trace Context, "Trace Context HTTP Headers Format". */
const NAMES = ['traceparent', 'tracestate'] as const;

/** Returns the headers that continue the current trace. */
export type TraceContext = () => Readonly<Record<string, string>>;

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
