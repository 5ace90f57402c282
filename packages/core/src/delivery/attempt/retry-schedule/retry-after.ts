/**
 * Returns the pause that a receiver requests, in milliseconds, or undefined. The header contains seconds, or a date, which is
 * compared with the receiver's own `date` header so that a wrong clock has no effect. Invalid values are ignored, long ones are
 * capped. Source: RFC 9110, 10.2.3 "Retry-After".
 *
 * @param now - milliseconds since 1970, for responses without a date.
 * @param capMs - the longest wait that a receiver can request; 0: none.
 */
export function retryAfterMs(
  headers: Readonly<Record<string, string>>,
  now: number,
  capMs: number,
): number | undefined {
  const value = headers['retry-after']?.trim();
  if (!value) return undefined;
  const wait = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : dateOf(value) - (dateOf(headers.date) || now);
  const granted = Math.min(wait, capMs);
  return granted > 0 ? granted : undefined;
}

/** Reads HTTP dates only, because `Date.parse` accepts many other forms, even a plain number. */
function dateOf(text: string | undefined): number {
  return text !== undefined && /^[A-Z][a-z]{2}, .* GMT$/.test(text) ? Date.parse(text) : Number.NaN;
}
