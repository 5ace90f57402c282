import { randomUUID } from 'node:crypto';

/** Returns the id of a request: the caller's `X-Request-Id` if it is safe for a log, otherwise a new one. */
export function requestIdOf(headers: Pick<Headers, 'get'>): string {
  const given = headers.get('x-request-id');
  return given !== null && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
}
