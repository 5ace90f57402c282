import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { SecretPolicy } from '@portcullis/plugin-api';
import type { Random } from '../../ports/random.ts';

const CLASSES = {
  upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  lower: 'abcdefghijklmnopqrstuvwxyz',
  digit: '0123456789',
} as const;
/** The smallest key size that platforms accept. */
const RSA_BITS = 2048;
const DEFAULT_SYMBOLS = '-_';

/**
 * Generates a secret that fits a platform's rules.
 *
 * @throws RangeError if the policy cannot be fulfilled.
 */
export async function generateSecret(policy: SecretPolicy, random: Random): Promise<string> {
  if (policy.form !== 'rsa-private-key') return text(policy, random);
  return random.rsaPrivateKey ? random.rsaPrivateKey(RSA_BITS) : newRsaPrivateKey();
}

/** The primes come from the system's source of randomness. */
async function newRsaPrivateKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: RSA_BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return privateKey;
}

/**
 * Generates text that fits a platform's rules: uniform over the allowed characters, with each required class at least once (by
 * drawing again, so that no position is predictable).
 *
 * @throws RangeError if the policy cannot be fulfilled.
 */
function text(policy: SecretPolicy, random: Random): string {
  const { length = 43, classes = ['upper', 'lower', 'digit'], symbols = DEFAULT_SYMBOLS } = policy;
  const sets = classes.map((name) => (name === 'symbol' ? symbols : CLASSES[name]));
  if (length < sets.length || sets.length === 0 || sets.includes('')) {
    throw new RangeError(`No secret of ${length} characters can have each of these classes: ${classes.join(', ')}.`);
  }
  const alphabet = sets.join('');
  for (;;) {
    const secret = Array.from({ length }, () => alphabet[below(alphabet.length, random)]).join('');
    if (sets.every((set) => [...secret].some((character) => set.includes(character)))) return secret;
  }
}

/** Returns a uniform integer below `limit` (at most 256), without modulo bias. */
function below(limit: number, random: Random): number {
  const usable = 256 - (256 % limit);
  for (;;) {
    const [byte = 255] = random.bytes(1);
    if (byte < usable) return byte % limit;
  }
}
