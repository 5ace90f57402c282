/** An instant in milliseconds since 1970 as answers show it: ISO 8601, UTC. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
