/**
 * Whether a path names the same place before and after a URL parser has read it. Segments of dots move to another one and a
 * backslash becomes a slash: what a host guards at `/settings` would be reached as `/integrations/../settings`.
 *
 * @param path - as it was sent, without the query. Source: URL standard, "double-dot URL path segment" and "path state".
 */
export function isSettledPath(path: string): boolean {
  return !path.includes('\\') && !/(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(path);
}
