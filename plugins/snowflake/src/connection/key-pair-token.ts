import { createPrivateKey } from 'node:crypto';
import { fingerprintOf, publicKeyOf } from '../objects/sign-in.ts';

/** Seconds for which a token is valid. Snowflake accepts up to an hour; each connection signs a new token. */
const TOKEN_SECONDS = 3_540;

/** A key pair and the user with its public key. */
export interface KeyPairHolder {
  /** The account part of the host, in upper case. */
  readonly account: string;
  readonly user: string;
  readonly privateKey: string;
  readonly passphrase?: string | undefined;
}

/**
 * Signs a token (RS256) that proves the possession of a key pair. Source: Snowflake SQL API, "Authenticating to the server", Using
 * key-pair authentication.
 */
export async function signKeyPairToken({ account, user, privateKey, passphrase }: KeyPairHolder): Promise<string> {
  const { SignJWT } = await import('jose');
  const key = createPrivateKey({ key: privateKey, ...(passphrase === undefined ? {} : { passphrase }) });
  const subject = `${account}.${user.toUpperCase()}`;
  return new SignJWT()
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(`${subject}.${fingerprintOf(publicKeyOf(privateKey, passphrase))}`)
    .setSubject(subject)
    .setIssuedAt()
    .setExpirationTime(`${TOKEN_SECONDS}s`)
    .sign(key);
}
