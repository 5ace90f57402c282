import type { SecretKeys } from '../../ports/secret-keys.ts';
import { DEFAULT_TENANT } from '../../ports/store/store.ts';
import { keyOf } from './seal.ts';

/** Returns the id of the key that seals new secrets of a tenant. */
export async function sealingKeyOf(secretKeys: SecretKeys, tenant: string): Promise<string> {
  const own = tenant === DEFAULT_TENANT ? undefined : await secretKeys.keyFor?.(tenant);
  return own ?? secretKeys.currentKeyId;
}

/**
 * Returns the same keys for a tenant, of which the one that seals new secrets has been fetched.
 *
 * @throws ServiceError `SECRET_KEY_UNKNOWN`, `OPTIONS_INVALID`
 */
export async function fetchSealingKey(secretKeys: SecretKeys, tenant: string): Promise<SecretKeys> {
  const currentKeyId = await sealingKeyOf(secretKeys, tenant);
  const fetched = await keyOf(currentKeyId, secretKeys);
  return { currentKeyId, key: async (id) => (id === currentKeyId ? fetched : secretKeys.key(id)) };
}
