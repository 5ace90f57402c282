/** Milliseconds of the spans of stored statistics. */
export const MINUTE_MS = 60_000;
/** See {@link MINUTE_MS}. */
export const HOUR_MS = 3_600_000;

/** Returns the beginning of the span that contains a time, in milliseconds since 1970. */
export function startOfSpan(time: number, spanMs: number): number {
  return Math.floor(time / spanMs) * spanMs;
}
