/** Returns the beginning of the span that contains a time, in milliseconds since 1970. */
export function startOfSpan(time: number, spanMs: number): number {
  return Math.floor(time / spanMs) * spanMs;
}
