import { PlatformError } from '@portcullis/plugin-api';

/** An OAuth client, as configs hold it. */
interface OAuthClient {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope?: string | undefined;
}

/** How requests are sent, and where client secrets may go. */
interface TokenSettings {
  readonly fetch: typeof fetch;
  readonly identityProviders: readonly string[];
}

/**
 * Gets an access token with the credentials of a client. Source: RFC 6749, 4.4.
 *
 * @throws PlatformError that says what the identity provider refused; never with the secret.
 */
export async function accessToken(client: OAuthClient, settings: TokenSettings, signal: AbortSignal): Promise<string> {
  checkIdentityProvider(client.tokenUrl, settings.identityProviders);
  const credentials = [client.clientId, client.clientSecret].map(encodeURIComponent).join(':');
  const answer = await settings.fetch(client.tokenUrl, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
    },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      ...(client.scope === undefined ? {} : { scope: client.scope }),
    }),
    // A redirection would carry the secret to a host that nobody has checked.
    redirect: 'error',
    signal,
  });
  const { access_token: token, error }: { access_token?: unknown; error?: unknown } = Object(
    await answer.json().catch(() => ({})),
  );
  if (answer.ok && typeof token === 'string' && token !== '') return token;
  const said = typeof error === 'string' ? error : `HTTP ${answer.status}`;
  throw new PlatformError({
    failureClass: answer.status >= 500 ? 'transient' : 'credentials',
    message: `The identity provider gave no access token (${said}).`,
    vendorCode: said,
  });
}

/**
 * A token endpoint comes from the users of an API, and what goes there is a client secret: whoever runs the service names the
 * hosts that may get one.
 *
 * @throws PlatformError `invalid-input`
 */
function checkIdentityProvider(tokenUrl: string, allowed: readonly string[]): void {
  const { hostname } = new URL(tokenUrl);
  const isAllowed = allowed.some((known) => (known.startsWith('.') ? hostname.endsWith(known) : hostname === known));
  if (isAllowed) return;
  throw new PlatformError({
    failureClass: 'invalid-input',
    message: `The host "${hostname}" of tokenUrl is not among the identity providers that may be asked for tokens.`,
    help: 'Let whoever runs the service name it in the option identityProviders of lightHouse().',
  });
}
