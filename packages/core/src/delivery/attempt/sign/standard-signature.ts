import { createHmac } from 'node:crypto';
import type { SigningKey } from './signing-secret.ts';

/**
 * Signs `{id}.{timestamp}.{body}`; returns `v1,` and the HMAC-SHA256 in base64. Source: Standard Webhooks 1.0.0, "Signature
 * scheme".
 *
 * @param timestamp - seconds since 1970, of this attempt.
 */
export function standardSignature({ standard }: SigningKey, id: string, timestamp: number, body: Uint8Array): string {
  const hmac = createHmac('sha256', standard).update(`${id}.${timestamp}.`).update(body);
  return `v1,${hmac.digest('base64')}`;
}
