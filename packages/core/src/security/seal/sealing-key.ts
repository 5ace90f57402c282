import type { SecretKeys } from '../../ports/secret-keys.ts';
import { DEFAULT_TENANT } from '../../ports/store/store.ts';
import { keyOf } from './seal.ts';

/** Returns the id of the key that seals new secrets of a tenant. */
export async function sealingKeyOf(secretKeys: SecretKeys, tenant: string): Promise<string> {
  const own = tenant === DEFAULT_TENANT ? undefined : await secretKeys.keyFor?.(tenant);
  return own ?? secretKeys.currentKeyId;
}

/**
 * Returns the same keys for a tenant, of which the one that seals new secrets, and others, have been fetched.
 *
 * @param others - the ids of the others. One that is not available is asked for again at its use. @default none
 * @throws ServiceError `SECRET_KEY_UNKNOWN`, `OPTIONS_INVALID`
 */
export async function fetchSealingKey(
  secretKeys: SecretKeys,
  tenant: string,
  others: Iterable<string> = [],
): Promise<SecretKeys> {
  const currentKeyId = await sealingKeyOf(secretKeys, tenant);
  const fetched = new Map([[currentKeyId, await keyOf(currentKeyId, secretKeys)]]);
  for (const id of new Set(others)) {
    const key = fetched.get(id) ?? (await keyOf(id, secretKeys).catch(() => undefined));
    if (key) fetched.set(id, key);
  }
  return { currentKeyId, key: async (id) => fetched.get(id) ?? secretKeys.key(id) };
}
