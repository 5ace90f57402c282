import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';

/** The number of keys. An integration that replaces its key several times still gets another one each time. */
const KEYS = 4;

/** The keys of this process, by the length of their modulus and their position. */
const generated = new Map<string, Promise<string>>();
let taken = 0;

/**
 * Resolves with an RSA private key, PKCS #8 in PEM: the next one of a few keys, which this process generates at their
 * first use. All instances of the process share them, so that two instances in turn get different keys.
 */
export function takeRsaKey(bits: number): Promise<string> {
  taken += 1;
  const name = `${bits} ${taken % KEYS}`;
  const key = generated.get(name) ?? newKey(bits);
  generated.set(name, key);
  return key;
}

async function newKey(bits: number): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: bits });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
