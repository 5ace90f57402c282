/**
 * Returns whether a URL parser leaves a path unchanged. Dot segments move to another path and a backslash becomes a
 * slash: a path that a host guards at `/settings` would be reachable as `/integrations/../settings`.
 *
 * @param path - the sent path, without the query. Source: URL standard, "double-dot URL path segment" and "path state".
 */
export function isCanonicalPath(path: string): boolean {
  return !path.includes('\\') && !/(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(path);
}
