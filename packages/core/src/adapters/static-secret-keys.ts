import type { SecretKeys } from '../ports/secret-keys.ts';
import { hasKeyForm } from '../security/api-keys/key-format.ts';

/** Keys from a file or the environment. */
export interface StaticSecretKeysOptions {
  /** The id of the key for new secrets. */
  readonly current: string;
  /** 32 bytes each, as bytes or in Base64. Keep retired keys here until everything is resealed. */
  readonly keys: Readonly<Record<string, string | Uint8Array>>;
}

/**
 * {@link SecretKeys} from values in the memory of the host.
 *
 * @example
 * ```ts
 * createStaticSecretKeys({ current: '2026-11', keys: { '2026-11': process.env.PORTCULLIS_SECRET_KEY ?? '' } });
 * ```
 * @throws TypeError if a key does not have 32 bytes or is an API key, or if the current one is missing.
 */
export function createStaticSecretKeys({ current, keys }: StaticSecretKeysOptions): SecretKeys {
  for (const [id, key] of Object.entries(keys)) {
    if (typeof key === 'string' && hasKeyForm(key.trim())) {
      throw new TypeError(
        `Secret key "${id}" is an API key or the key of a cluster, which others know: set PORTCULLIS_SECRET_KEY to 32 random bytes of its own (openssl rand -base64 32).`,
      );
    }
  }
  // A missing environment variable is undefined, whatever the type says.
  const entries: [string, string | Uint8Array | undefined][] = Object.entries(keys);
  const decoded = new Map(
    entries.map(([id, key = '']) => [id, typeof key === 'string' ? Buffer.from(key, 'base64') : Buffer.from(key)]),
  );
  for (const [id, key] of decoded) {
    if (key.length === 32) continue;
    const problem = key.length === 0 ? 'is empty' : `has ${key.length} bytes`;
    throw new TypeError(
      `Secret key "${id}" ${problem}: set PORTCULLIS_SECRET_KEY, or your own source of keys, to 32 random bytes in Base64 (openssl rand -base64 32).`,
    );
  }
  if (!decoded.has(current)) throw new TypeError(`The current secret key "${current}" is not among the keys.`);
  return {
    currentKeyId: current,
    async key(id) {
      const key = decoded.get(id);
      if (!key) throw new Error(`unknown key ${id}`);
      return key;
    },
  };
}
