/** Returns an instant in milliseconds since 1970 as ISO 8601 in UTC, for responses. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
