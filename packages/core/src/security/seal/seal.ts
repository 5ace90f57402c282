import { createCipheriv, createDecipheriv } from 'node:crypto';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { Random } from '../../ports/random.ts';
import type { SecretKeys } from '../../ports/secret-keys.ts';

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Node accepts shorter tags of AES-GCM unless a length is required, and a shorter tag is easier to guess. */
const CIPHER = { name: 'aes-256-gcm', options: { authTagLength: TAG_BYTES } } as const;

/**
 * Seals a text with AES-256-GCM. Layout: version (1 byte), nonce (12), tag (16), ciphertext. `binding` is authenticated.
 */
export async function seal(
  text: string,
  binding: string,
  keyId: string,
  { secretKeys, random }: { secretKeys: SecretKeys; random: Random },
): Promise<Uint8Array> {
  const nonce = random.bytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER.name, await keyOf(keyId, secretKeys), nonce, CIPHER.options);
  cipher.setAAD(Buffer.from(binding, 'utf8'));
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), ciphertext]);
}

/**
 * Opens a result of {@link seal}.
 *
 * @throws ServiceError `SECRET_KEY_UNKNOWN`, `SECRET_CORRUPTED`
 */
export async function openSealed(
  sealed: Uint8Array,
  binding: string,
  keyId: string,
  secretKeys: SecretKeys,
): Promise<string> {
  const bytes = Buffer.from(sealed);
  const key = await keyOf(keyId, secretKeys);
  try {
    if (bytes[0] !== VERSION) throw new Error(`unknown version ${bytes[0]}`);
    const decipher = createDecipheriv(CIPHER.name, key, bytes.subarray(1, 1 + NONCE_BYTES), CIPHER.options);
    decipher.setAAD(Buffer.from(binding, 'utf8'));
    decipher.setAuthTag(bytes.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES));
    const text = decipher.update(bytes.subarray(1 + NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch (cause) {
    const [owner, name] = binding.split('\n').slice(-2);
    throw new ServiceError(
      'SECRET_CORRUPTED',
      `The stored secret "${name}" of ${owner} cannot be opened with key "${keyId}": restore the store, or configure the key with its original bytes.`,
      { cause },
    );
  }
}

/**
 * Returns a key.
 *
 * @throws ServiceError `SECRET_KEY_UNKNOWN`, `OPTIONS_INVALID`
 */
export async function keyOf(keyId: string, secretKeys: SecretKeys): Promise<Uint8Array> {
  let key: Uint8Array;
  try {
    key = await secretKeys.key(keyId);
  } catch (cause) {
    throw new ServiceError(
      'SECRET_KEY_UNKNOWN',
      `The secret key "${keyId}" is not available: check the key management service, or add the key to secretKeys, since something is still sealed with it. If it was thrown away, enter the secret again, for a webhook with "secretOverlapHours": 0.`,
      {
        details: { keyId },
        cause,
      },
    );
  }
  if (key.length !== 32) {
    throw new ServiceError('OPTIONS_INVALID', `The secret key "${keyId}" has ${key.length} bytes; AES-256 needs 32.`, {
      details: { keyId },
    });
  }
  return key;
}
