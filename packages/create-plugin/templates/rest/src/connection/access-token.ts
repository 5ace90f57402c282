import { PlatformError } from '@portcullis/plugin-api';
import {
  type AccessTokenProvider,
  checkIdentityProvider,
  createAccessTokenProvider,
  type IssuedToken,
  type JsonSender,
} from '@portcullis/plugin-network';

/** An OAuth client in a config. */
interface OAuthClient {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope?: string | undefined;
}

/** The sender of requests for tokens, and the hosts to which client secrets may be sent. */
interface TokenRequests {
  readonly send: JsonSender;
  readonly allowed: readonly string[];
}

/** Creates the access tokens of a session, which can last longer than one token. */
export function accessTokens(client: OAuthClient, requests: TokenRequests): AccessTokenProvider {
  return createAccessTokenProvider((signal) => accessToken(client, requests, signal));
}

/**
 * Requests an access token with the credentials of a client. Source: RFC 6749, 4.4.
 *
 * @throws PlatformError with the error of the identity provider; never with the secret.
 */
async function accessToken(
  client: OAuthClient,
  { send, allowed }: TokenRequests,
  signal: AbortSignal,
): Promise<IssuedToken> {
  const { hostname: host } = new URL(client.tokenUrl);
  checkIdentityProvider({ host, allowed, field: 'oAuthClient.tokenUrl', option: 'identityProviders' });
  const credentials = [client.clientId, client.clientSecret].map(encodeURIComponent).join(':');
  const { status, body } = await send({
    url: client.tokenUrl,
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
    },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      ...(client.scope === undefined ? {} : { scope: client.scope }),
    }).toString(),
    signal,
  });
  const { access_token: token, expires_in: seconds, error }: Readonly<Record<string, unknown>> = Object(body);
  if (status === 200 && typeof token === 'string' && token !== '') return { token, expiresIn: Number(seconds ?? 0) };
  const vendorCode = typeof error === 'string' ? error : `HTTP ${status}`;
  throw new PlatformError({
    failureClass: status >= 500 || status === 429 ? 'transient' : 'credentials',
    message: `The identity provider issued no access token (${vendorCode}).`,
    vendorCode: vendorCode,
  });
}
