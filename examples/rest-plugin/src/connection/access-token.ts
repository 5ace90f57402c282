import { PlatformError } from '@portcullis/plugin-api';
import type { IssuedToken, JsonSender } from '@portcullis/plugin-network';

/** A client of the platform's own token endpoint. */
interface Client {
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * Requests an access token with the credentials of a client. Source: RFC 6749, 4.4.
 *
 * @throws PlatformError with the error of the token endpoint; never with the secret.
 */
export async function accessToken(
  url: string,
  { clientId, clientSecret }: Client,
  { send, signal }: { readonly send: JsonSender; readonly signal: AbortSignal },
): Promise<IssuedToken> {
  const credentials = [clientId, clientSecret].map(encodeURIComponent).join(':');
  const { status, body } = await send({
    url,
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
    },
    body: 'grant_type=client_credentials',
    signal,
  });
  const { access_token: token, expires_in: seconds, error }: Readonly<Record<string, unknown>> = Object(body);
  if (status === 200 && typeof token === 'string' && token !== '') return { token, expiresIn: Number(seconds ?? 0) };
  const vendorCode = typeof error === 'string' ? error : `HTTP ${status}`;
  throw new PlatformError({
    failureClass: status >= 500 || status === 429 ? 'transient' : 'credentials',
    message: `Lighthouse issued no access token (${vendorCode}).`,
    vendorCode,
  });
}
