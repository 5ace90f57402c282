/**
 * Returns whether a path names the same place before and after a URL parser has read it. Dot segments move to another place
 * and a backslash becomes a slash: a path that a host guards at `/settings` would be reached as
 * `/integrations/../settings`.
 *
 * @param path - as it was sent, without the query. Source: URL standard, "double-dot URL path segment" and "path state".
 */
export function isCanonicalPath(path: string): boolean {
  return !path.includes('\\') && !/(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(path);
}
