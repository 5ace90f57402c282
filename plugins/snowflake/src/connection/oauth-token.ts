import { createHash, createPrivateKey, randomUUID, X509Certificate } from 'node:crypto';
import { type FailureClass, PlatformError } from '@portcullis/plugin-api';
import type { Proof } from './identity.ts';
import { checkIdentityProvider } from './identity-providers.ts';
import type { HttpSender } from './rest/http-sender.ts';

type Client = Extract<Proof, { kind: 'client' }>['client'];

/** Seconds an assertion is valid. It is used at once. */
const ASSERTION_SECONDS = 300;

/**
 * Gets an access token with the credentials of a client. Sources: RFC 6749, 4.4; with a certificate RFC 7523, 2.2 and RFC 7515,
 * 4.1.8.
 *
 * @throws PlatformError `credentials` or `transient` when the provider refuses, `invalid-input` for one that was not named.
 */
export async function fetchAccessToken(
  client: Client,
  send: HttpSender,
  identityProviders: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  const { authorityUrl, clientId, scope } = client;
  checkIdentityProvider(authorityUrl, identityProviders);
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    scope,
    ...(client.useCertificate ? await assertionOf(client) : { client_secret: client.clientSecret }),
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
  const answer = await send({ url: authorityUrl, method: 'POST', headers, body: body.toString(), signal });
  const { access_token: token, error } = answer.body as { access_token?: unknown; error?: unknown };
  if (answer.status === 200 && typeof token === 'string' && token !== '') return token;
  if (answer.status === 200) {
    const message = 'The answer of the token endpoint holds no access token.';
    throw new PlatformError({ failureClass: 'network', message });
  }
  throw new PlatformError({
    failureClass: classOf(answer.status),
    message: `The identity provider refused the client (${typeof error === 'string' ? error : `HTTP ${answer.status}`}).`,
    vendorCode: `HTTP ${answer.status}`,
  });
}

/** RFC 6749, 5.2: whatever is wrong with the request is said with 400 or 401. */
function classOf(status: number): FailureClass {
  return status >= 500 || status === 429 ? 'transient' : 'credentials';
}

async function assertionOf({ clientId, clientSecret, authorityUrl }: Client): Promise<Record<string, string>> {
  const { SignJWT } = await import('jose');
  const certificate = new X509Certificate(clientSecret);
  const thumbprint = createHash('sha256').update(certificate.raw).digest('base64url');
  const assertion = await new SignJWT()
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', 'x5t#S256': thumbprint })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(authorityUrl)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime(`${ASSERTION_SECONDS}s`)
    .sign(createPrivateKey(clientSecret));
  return {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
  };
}
