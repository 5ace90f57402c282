import { createHash, createPrivateKey, randomUUID, X509Certificate } from 'node:crypto';

/** Seconds for which an assertion is valid. It is used immediately. */
const ASSERTION_SECONDS = 300;

/** Options of {@link signClientAssertion}. */
export interface ClientAssertionOptions {
  readonly clientId: string;
  /** Its RSA private key and its certificate, both as PEM in one text. */
  readonly pem: string;
  /** The token endpoint. */
  readonly audience: string;
}

/**
 * Returns the fields of a token request that replace a client secret: an assertion (RS256) with the thumbprint of the
 * certificate. Sources: RFC 7523, 2.2; RFC 7515, 4.1.8.
 */
export async function signClientAssertion({ clientId, pem, audience }: ClientAssertionOptions): Promise<{
  readonly client_assertion_type: string;
  readonly client_assertion: string;
}> {
  const { SignJWT } = await import('jose');
  const thumbprint = createHash('sha256').update(new X509Certificate(pem).raw).digest('base64url');
  const assertion = await new SignJWT()
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', 'x5t#S256': thumbprint })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(audience)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime(`${ASSERTION_SECONDS}s`)
    .sign(createPrivateKey(pem));
  return {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
  };
}
