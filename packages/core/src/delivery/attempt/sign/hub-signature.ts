import { createHmac } from 'node:crypto';
import type { SigningKey } from './signing-secret.ts';

/**
 * Signs a body the way GitHub does: `sha1=` or `sha256=` and the HMAC of the exact bytes, in lower-case hexadecimal.
 * Source: GitHub Docs, "Validating webhook deliveries".
 */
export function hubSignature(algorithm: 'sha1' | 'sha256', { hub }: SigningKey, body: Uint8Array): string {
  return `${algorithm}=${createHmac(algorithm, hub).update(body).digest('hex')}`;
}
