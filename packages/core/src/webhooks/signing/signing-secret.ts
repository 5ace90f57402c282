const PREFIX = 'whsec_';
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/**
 * The key of the Standard Webhooks signature: a secret with the prefix `whsec_` is base64, any other is its UTF-8 bytes.
 * Source: Standard Webhooks 1.0.0, "Signature scheme".
 */
export function standardKey(secret: string): Buffer {
  return secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : Buffer.from(secret, 'utf8');
}

/** The key of the X-Hub-Signature headers: always the UTF-8 bytes of the secret as it was given. */
export function hubKey(secret: string): Buffer {
  return Buffer.from(secret, 'utf8');
}

/** What is wrong with a secret, or undefined: one that begins with `whsec_` must go on in base64. */
export function secretProblem(secret: string): string | undefined {
  if (!secret.startsWith(PREFIX)) return undefined;
  const encoded = secret.slice(PREFIX.length);
  return encoded !== '' && BASE64.test(encoded) ? undefined : 'A secret that starts with whsec_ must go on in base64.';
}
