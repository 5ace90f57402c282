/** The headers of a trace. Source: W3C Trace Context, "Trace Context HTTP Headers Format". */
const NAMES = ['traceparent', 'tracestate'] as const;

/** Answers the headers that carry on the trace of the work that is under way. */
export type TraceContext = () => Readonly<Record<string, string>>;

/** Returns the trace headers for receivers: none without the option, and never a header of another name. */
export function traceHeaders(traceContext: TraceContext | undefined): Record<string, string> {
  const given = traceContext?.() ?? {};
  const headers: Record<string, string> = {};
  for (const name of NAMES) {
    const value = given[name];
    if (value !== undefined && /^[\x21-\x7e][\x20-\x7e]*$/.test(value)) headers[name] = value;
  }
  return headers;
}
