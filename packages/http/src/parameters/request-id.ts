import { randomUUID } from 'node:crypto';

/** The id of a request: the caller's `X-Request-Id` when it can stand in a log as it is, else a new one. */
export function requestIdOf(headers: Pick<Headers, 'get'>): string {
  const given = headers.get('x-request-id');
  return given !== null && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
}
