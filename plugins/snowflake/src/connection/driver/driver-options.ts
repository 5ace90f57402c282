import { createPrivateKey } from 'node:crypto';
import { accountOf } from '../../config/host-form.ts';
import type { DriverOptions } from './driver.ts';

/** The credentials for the driver. */
export type DriverProof =
  | { readonly kind: 'password'; readonly user: string; readonly password: string }
  | {
      readonly kind: 'key';
      readonly user: string;
      readonly privateKey: string;
      readonly passphrase?: string | undefined;
    }
  | { readonly kind: 'token'; readonly token: string };

/** The input for the options of a connection. */
export interface DriverTarget {
  readonly address: string;
  readonly host: string;
  readonly deadlineMs: number;
  readonly proxy: string | undefined;
}

/**
 * Number of attempts of the driver to sign in. Its default is seven, which takes minutes; the plugin itself retries.
 */
const LOGIN_RETRIES = 1;

/**
 * The options of a connection without a role, which is set later, so that a rejected role is distinguished from rejected
 * credentials.
 */
export function driverOptions(proof: DriverProof, { address, host, deadlineMs, proxy }: DriverTarget): DriverOptions {
  return {
    accessUrl: address,
    account: accountOf(host),
    application: 'Portcullis',
    timeout: deadlineMs,
    sfRetryMaxLoginRetries: LOGIN_RETRIES,
    validateDefaultParameters: false,
    fetchAsString: ['Boolean', 'Number', 'Date', 'JSON', 'Buffer'],
    ...signInOptions(proof),
    ...proxyOptions(proxy),
  };
}

type SignInOptions = Pick<DriverOptions, 'authenticator' | 'username' | 'password' | 'privateKey' | 'token'>;

function signInOptions(proof: DriverProof): SignInOptions {
  switch (proof.kind) {
    case 'password':
      return { authenticator: 'SNOWFLAKE', username: proof.user, password: proof.password };
    case 'key':
      return { authenticator: 'SNOWFLAKE_JWT', username: proof.user, privateKey: plainKey(proof) };
    case 'token':
      return { authenticator: 'OAUTH', token: proof.token };
  }
}

/** Returns the key as unencrypted PKCS #8 in PEM, which the driver accepts. */
function plainKey({ privateKey, passphrase }: Extract<DriverProof, { kind: 'key' }>): string {
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
