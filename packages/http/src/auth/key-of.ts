import type { RequestHeaders } from '../exchange/incoming.ts';
/**
 * Returns the API key in an Authorization header: bare, or after `Bearer`. Both forms are
 * accepted on every route. Source: docs/reference/http/README.md.
 *
 * @returns undefined when there is none.
 */
export function keyOf(headers: RequestHeaders): string | undefined {
  const value = headers.get('authorization')?.trim() ?? '';
  const key = value.replace(/^bearer(?:\s+|$)/i, '');
  return key === '' ? undefined : key;
}
