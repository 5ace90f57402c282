import type { RequestHeaders } from '../exchange/incoming.ts';
/**
 * Returns the API key in an Authorization header: bare, or after `Bearer`. Source: interface, "Authentication"
 * (integrations send the bare form, webhooks the other; both are accepted everywhere).
 *
 * @returns undefined when there is none.
 */
export function keyOf(headers: RequestHeaders): string | undefined {
  const value = headers.get('authorization')?.trim() ?? '';
  const key = value.replace(/^bearer(?:\s+|$)/i, '');
  return key === '' ? undefined : key;
}
