import type { SetupMode } from '@portcullis/plugin-api';
import { builtIns } from '../built-ins.ts';
import type { SnowflakeConfig } from '../config/config-shapes.ts';

/** The sign-in method of the service user, which determines the type of the user. */
export type SignIn =
  /** A key pair that the library generates. */
  | { readonly by: 'generated-key' }
  /** A key pair of the customer: `publicKey` is the base64 of its public half. */
  | { readonly by: 'key'; readonly publicKey: string }
  /** A password of the customer. */
  | { readonly by: 'password' }
  /** An access token whose claim is compared with the login name. */
  | { readonly by: 'token'; readonly loginName: string };

/** Returns the sign-in of a config's service user. */
export function signInOf(config: SnowflakeConfig, mode: SetupMode): SignIn {
  if (mode === 'automatic') return { by: 'generated-key' };
  switch (config.authenticationType) {
    case 'userPassword':
      return { by: 'password' };
    case 'oAuthClientCredentials':
      return { by: 'token', loginName: config.oAuthClientConfig.clientId };
    case 'keyPair':
      return { by: 'key', publicKey: publicKeyOf(config.privateKey.content, config.privateKeyPassword) };
  }
}

/**
 * Returns the public key of a private key in the form of RSA_PUBLIC_KEY: base64 of its DER, without the lines of PEM.
 * Source: Snowflake, "Key-pair authentication and key-pair rotation".
 */
export function publicKeyOf(privateKey: string, passphrase?: string): string {
  return publicDer(privateKey, passphrase).toString('base64');
}

/**
 * Returns the fingerprint with which Snowflake shows a public key, `SHA256:…`. Source: "DESCRIBE USER",
 * RSA_PUBLIC_KEY_FP.
 */
export function fingerprintOf(publicKey: string): string {
  const digest = builtIns.crypto.createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('base64');
  return `SHA256:${digest}`;
}

function publicDer(privateKey: string, passphrase: string | undefined): Buffer {
  const { createPrivateKey, createPublicKey } = builtIns.crypto;
  const key = createPrivateKey({ key: privateKey, ...(passphrase === undefined ? {} : { passphrase }) });
  return createPublicKey(key).export({ type: 'spki', format: 'der' });
}
