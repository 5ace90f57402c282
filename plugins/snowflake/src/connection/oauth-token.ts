import { type FailureClass, PlatformError } from '@portcullis/plugin-api';
import { type JsonSender, signClientAssertion } from '@portcullis/plugin-network';
import type { SignInCredentials } from './identity.ts';
import { checkIdentityProvider } from './identity-providers.ts';

type Client = Extract<SignInCredentials, { kind: 'client' }>['client'];

/**
 * Gets an access token with the credentials of a client. Sources: RFC 6749, 4.4; with a certificate RFC 7523, 2.2 and RFC 7515,
 * 4.1.8.
 *
 * @throws PlatformError `credentials` or `transient` when the provider refuses, `invalid-input` for a provider that is
 * not allowed.
 */
export async function fetchAccessToken(
  client: Client,
  send: JsonSender,
  identityProviders: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  const { authorityUrl, clientId, scope } = client;
  checkIdentityProvider(authorityUrl, identityProviders);
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    scope,
    ...(client.useCertificate
      ? await signClientAssertion({ clientId, pem: client.clientSecret, audience: authorityUrl })
      : { client_secret: client.clientSecret }),
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
  const response = await send({ url: authorityUrl, method: 'POST', headers, body: body.toString(), signal });
  const { access_token: token, error } = response.body as { access_token?: unknown; error?: unknown };
  if (response.status === 200 && typeof token === 'string' && token !== '') return token;
  if (response.status === 200) {
    const message = 'The response of the token endpoint contains no access token.';
    throw new PlatformError({ failureClass: 'network', message });
  }
  throw new PlatformError({
    failureClass: classOf(response.status),
    message: `The identity provider refused the client (${typeof error === 'string' ? error : `HTTP ${response.status}`}).`,
    vendorCode: `HTTP ${response.status}`,
  });
}

/**
 * Returns the failure class of a status. Errors of the request have the status 400 or 401 (RFC 6749, 5.2). A redirect
 * comes from an intermediary.
 */
function classOf(status: number): FailureClass {
  if (status >= 300 && status < 400) return 'network';
  return status >= 500 || status === 429 ? 'transient' : 'credentials';
}
