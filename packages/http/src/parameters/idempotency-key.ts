/**
 * Returns the idempotency key of a request. The key is a quoted string, or bare as most clients send it. The core
 * validates the key. Source: draft-ietf-httpapi-idempotency-key-header-07, section 2.1 (a string of RFC 9651).
 *
 * @returns undefined without the header.
 */
export function idempotencyKeyOf(headers: Headers): string | undefined {
  const value = headers.get('idempotency-key')?.trim();
  const [, quoted] = /^"((?:[^"\\]|\\["\\])*)"$/.exec(value ?? '') ?? [];
  return quoted === undefined ? value : quoted.replaceAll(/\\(["\\])/g, '$1');
}
