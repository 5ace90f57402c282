import type { ServiceAccountKey } from '../config/service-account-key.ts';

/** The scope of a token. Source: Google, "OAuth 2.0 Scopes for Google APIs". */
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';

/** Seconds for which an assertion is valid. Google accepts up to an hour; it is used immediately. */
const ASSERTION_SECONDS = 600;

/**
 * Signs an assertion (RS256) with the key of a service account.
 *
 * Source: Google, "Using OAuth 2.0 for Server to Server Applications"; RFC 7523.
 */
export async function signAssertion(key: ServiceAccountKey, audience: string): Promise<string> {
  const { importPKCS8, SignJWT } = await import('jose');
  return new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: key.privateKeyId })
    .setIssuer(key.email)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(`${ASSERTION_SECONDS}s`)
    .sign(await importPKCS8(key.privateKey, 'RS256'));
}
