import type { RequestHeaders } from '../exchange/incoming.ts';
import { invalidParameters } from './parameter-error.ts';

/**
 * The header `Idempotency-Key` as a pattern for every engine of regular expressions: 1 to 255 visible ASCII characters, bare as most
 * clients send them, or a quoted string. Source: draft-ietf-httpapi-idempotency-key-header-07, section 2.1 (a string of RFC 9651).
 */
export const IDEMPOTENCY_KEY = String.raw`^(?:[!#-~][!-~]{0,254}|"(?:[!#-\[\]-~]|\\["\\]){1,255}")$`;

const FORM = new RegExp(IDEMPOTENCY_KEY);

/**
 * Returns the idempotency key of a request, without quotes and escapes.
 *
 * @returns undefined without the header.
 * @throws ServiceError `PARAMETER_INVALID`
 */
export function idempotencyKeyOf(headers: RequestHeaders): string | undefined {
  const value = headers.get('idempotency-key')?.trim();
  if (value === undefined) return undefined;
  if (!FORM.test(value)) {
    const message = 'Must be 1 to 255 visible ASCII characters, such as a UUID, bare or as a string in double quotes.';
    throw invalidParameters([{ path: 'Idempotency-Key', message }]);
  }
  return value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(["\\])/g, '$1') : value;
}
