import type { HttpRequest, HttpResponse } from './http-sender.ts';

/**
 * Returns the milliseconds after which a server wants a request to be repeated; undefined if it must not be repeated. A
 * server that limits requests (429) has not worked on the request. One that is unavailable (503) may have, so only a GET
 * is repeated. Sources: RFC 6585, 4; RFC 9110, 10.2.3 and 15.6.4.
 */
export function requestedWait({ method }: HttpRequest, { status, headers }: HttpResponse): number | undefined {
  const isUntouched = status === 429 || (status === 503 && method === 'GET');
  const after = headers['retry-after'];
  if (!isUntouched || typeof after !== 'string') return undefined;
  const wait = /^\d+$/.test(after) ? Number(after) * 1_000 : Date.parse(after) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(wait, 0);
}
