import { createHmac } from 'node:crypto';
import { standardKey } from './signing-secret.ts';

/**
 * Signs `{id}.{timestamp}.{body}` and answers `v1,` and the HMAC-SHA256 in base64. Source: Standard Webhooks 1.0.0,
 * "Signature scheme".
 *
 * @param timestamp - seconds since 1970, of this attempt.
 */
export function standardSignature(secret: string, id: string, timestamp: number, body: Uint8Array): string {
  const hmac = createHmac('sha256', standardKey(secret)).update(`${id}.${timestamp}.`).update(body);
  return `v1,${hmac.digest('base64')}`;
}
