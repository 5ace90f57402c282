import { PlatformError } from '@portcullis/plugin-api';
import {
  type AccessTokenProvider,
  createAccessTokenProvider,
  type IssuedToken,
  type JsonSender,
  signClientAssertion,
} from '@portcullis/plugin-network';
import type { DatabricksConfig } from '../config/config-schema.ts';
import { DatabricksApiError } from '../failures/databricks-api-error.ts';
import { refusePrivateLink } from './api.ts';
import { checkIdentityProvider } from './identity-providers.ts';

type Client = Extract<DatabricksConfig, { authenticationType: 'oAuthM2M' }>['oAuthClientConfig'];

/** The input of {@link createTokenSource}. */
export interface TokenSourceOptions {
  readonly config: DatabricksConfig;
  /** `https://<workspace>`, or the emulator that replaces it. */
  readonly address: string;
  readonly send: JsonSender;
  readonly identityProviders: readonly string[];
}

/**
 * Creates the source of access tokens for a config. A personal access token is used directly; an OAuth client requests a token,
 * which is reused until shortly before its expiry.
 */
export function createTokenSource(options: TokenSourceOptions): AccessTokenProvider {
  const { config } = options;
  if (config.authenticationType === 'token') return async () => config.token;
  return createAccessTokenProvider((signal) => fetchToken(options, config.oAuthClientConfig, signal));
}

/**
 * Gets an access token with the credentials of a client: with HTTP Basic at a workspace, in the body elsewhere. Sources: Databricks,
 * "Authorize service principal access to Databricks with OAuth", Generate an access token; RFC 6749, 2.3.1 and 4.4; with a
 * certificate RFC 7523, 2.2.
 */
async function fetchToken(
  { config, address, send, identityProviders }: TokenSourceOptions,
  client: Client,
  signal: AbortSignal,
): Promise<IssuedToken> {
  const workspaceEndpoint = `https://${config.workspaceUrl}/oidc/v1/token`;
  const authorityUrl = client.authorityUrl ?? workspaceEndpoint;
  checkIdentityProvider(authorityUrl, identityProviders);
  const url = authorityUrl === workspaceEndpoint ? `${address}/oidc/v1/token` : authorityUrl;
  const isMicrosoft = /(^|\.)microsoftonline\./.test(URL.parse(url)?.hostname ?? '');
  const sendsClientInBody = client.useCertificate || isMicrosoft;
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
    ...(sendsClientInBody ? {} : { authorization: basicAuthorization(client) }),
  };
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    scope: client.scope,
    ...(sendsClientInBody ? { client_id: client.clientId } : {}),
    ...(client.useCertificate
      ? await signClientAssertion({ clientId: client.clientId, pem: client.clientSecret, audience: authorityUrl })
      : {}),
    ...(sendsClientInBody && !client.useCertificate ? { client_secret: client.clientSecret } : {}),
  });
  const response = await send({ url, method: 'POST', headers, body: body.toString(), signal });
  refusePrivateLink(response);
  const { access_token: token, expires_in: seconds, error } = Object(response.body) as Record<string, unknown>;
  if (response.status === 200 && typeof token === 'string' && token !== '')
    return { token, expiresIn: Number(seconds ?? 0) };
  if (response.status === 200) {
    const message = 'The response of the token endpoint contains no access token.';
    throw new PlatformError({ failureClass: 'network', message });
  }
  const errorCode = typeof error === 'string' ? error : undefined;
  const vendorCode = errorCode ?? `HTTP ${response.status}`;
  const message = `The token endpoint refused the client (${vendorCode}).`;
  throw new DatabricksApiError({ status: response.status, errorCode, sqlState: undefined, message });
}

function basicAuthorization({ clientId, clientSecret }: Client): string {
  return `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64')}`;
}
