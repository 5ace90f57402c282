import { createPrivateKey } from 'node:crypto';
import { accountIdentifier } from '../../config/account-host.ts';
import type { DriverOptions } from './driver.ts';

/** The credentials for the driver. */
export type DriverCredentials =
  | { readonly kind: 'password'; readonly user: string; readonly password: string }
  | {
      readonly kind: 'key';
      readonly user: string;
      readonly privateKey: string;
      readonly passphrase?: string | undefined;
    }
  | { readonly kind: 'token'; readonly token: string };

/** The input for the options of a connection. */
export interface DriverConnectionSettings {
  readonly address: string;
  readonly host: string;
  readonly deadlineMs: number;
  readonly proxy: string | undefined;
}

/**
 * Number of attempts of the driver to sign in. Its default is seven, which takes minutes; the plugin itself retries.
 */
const MAX_LOGIN_ATTEMPTS = 1;

/**
 * The options of a connection without a role, which is set later, so that a rejected role is distinguished from rejected
 * credentials.
 */
export function driverOptions(
  credentials: DriverCredentials,
  { address, host, deadlineMs, proxy }: DriverConnectionSettings,
): DriverOptions {
  return {
    accessUrl: address,
    account: accountIdentifier(host),
    application: 'Portcullis',
    timeout: deadlineMs,
    sfRetryMaxLoginRetries: MAX_LOGIN_ATTEMPTS,
    validateDefaultParameters: false,
    fetchAsString: ['Boolean', 'Number', 'Date', 'JSON', 'Buffer'],
    ...signInOptions(credentials),
    ...proxyOptions(proxy),
  };
}

type SignInOptions = Pick<DriverOptions, 'authenticator' | 'username' | 'password' | 'privateKey' | 'token'>;

function signInOptions(credentials: DriverCredentials): SignInOptions {
  switch (credentials.kind) {
    case 'password':
      return { authenticator: 'SNOWFLAKE', username: credentials.user, password: credentials.password };
    case 'key':
      return { authenticator: 'SNOWFLAKE_JWT', username: credentials.user, privateKey: plainKey(credentials) };
    case 'token':
      return { authenticator: 'OAUTH', token: credentials.token };
  }
}

/** Returns the key as unencrypted PKCS #8 in PEM, which the driver accepts. */
function plainKey({ privateKey, passphrase }: Extract<DriverCredentials, { kind: 'key' }>): string {
  const key = createPrivateKey({ key: privateKey, ...(passphrase === undefined ? {} : { passphrase }) });
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function proxyOptions(proxy: string | undefined) {
  if (proxy === undefined) return {};
  const { hostname, port, protocol, username, password } = new URL(proxy);
  return {
    proxyHost: hostname,
    proxyPort: Number(port || (protocol === 'https:' ? 443 : 80)),
    proxyProtocol: protocol.replace(':', ''),
    ...(username === '' ? {} : { proxyUser: decodeURIComponent(username) }),
    ...(password === '' ? {} : { proxyPassword: decodeURIComponent(password) }),
  };
}
