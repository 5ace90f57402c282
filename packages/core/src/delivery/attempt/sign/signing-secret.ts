import { createSecretKey, type KeyObject } from 'node:crypto';

/** The name under which the signing secret of a webhook is sealed. */
export const SIGNING_SECRET = 'secret';

const PREFIX = 'whsec_';
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/**
 * The keys of both kinds of signatures of a secret. They are created once for many deliveries, because creating a key costs more
 * than an HMAC.
 */
export interface SigningKey {
  /**
   * The key of the Standard Webhooks signature: the base64 after the prefix `whsec_`, or the UTF-8 bytes of any other secret.
   * Source: Standard Webhooks 1.0.0, "Signature scheme".
   */
  readonly standard: KeyObject;
  /** The key of the X-Hub-Signature headers: always the UTF-8 bytes of the secret. */
  readonly hub: KeyObject;
}

/** Creates the keys of a secret. */
export function createSigningKey(secret: string): SigningKey {
  const hub = createSecretKey(secret, 'utf8');
  return { hub, standard: secret.startsWith(PREFIX) ? createSecretKey(secret.slice(PREFIX.length), 'base64') : hub };
}

/** Returns the problem with a secret, or undefined. A secret that begins with `whsec_` must continue in base64. */
export function secretProblem(secret: string): string | undefined {
  if (!secret.startsWith(PREFIX)) return undefined;
  const encoded = secret.slice(PREFIX.length);
  return encoded !== '' && BASE64.test(encoded) ? undefined : 'The part of the secret after whsec_ must be base64.';
}
