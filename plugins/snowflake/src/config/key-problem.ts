import { builtIns } from '../built-ins.ts';

/** The problem of a private key, and its place. */
export interface KeyProblem {
  readonly path: 'content' | 'password';
  readonly message: string;
}

/** The minimum key length of Snowflake. Source: "Key-pair authentication and key-pair rotation". */
const MIN_KEY_BITS = 2_048;

/** Returns the problem of a private key, or `undefined`. The message contains no part of the key. */
export function keyProblem(content: string, password: string | undefined): KeyProblem | undefined {
  if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(content)) {
    return {
      path: 'content',
      message: 'This is not a private key in PEM, which begins with "-----BEGIN PRIVATE KEY-----".',
    };
  }
  const isEncrypted = /ENCRYPTED/.test(content);
  if (isEncrypted && password === undefined) {
    return { path: 'password', message: 'The private key is encrypted: send its password.' };
  }
  try {
    const key = builtIns.crypto.createPrivateKey({ key: content, ...(isEncrypted ? { passphrase: password } : {}) });
    if (key.asymmetricKeyType !== 'rsa') return { path: 'content', message: 'Snowflake accepts only RSA keys.' };
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
    if (bits >= MIN_KEY_BITS) return undefined;
    return {
      path: 'content',
      message: `The key has ${bits} bits; Snowflake accepts RSA keys with at least ${MIN_KEY_BITS} bits.`,
    };
  } catch {
    // Without the error of OpenSSL as the cause, because it may quote the text.
    return isEncrypted
      ? { path: 'password', message: 'The private key cannot be decrypted with this password.' }
      : {
          path: 'content',
          message: 'The private key cannot be read: send the whole PEM, including its first and last line.',
        };
  }
}
