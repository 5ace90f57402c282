import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { SecretKeys } from '../../ports/secret-keys.ts';
import { DEFAULT_TENANT } from '../../ports/store/store.ts';
import { keyOf } from './seal.ts';

/**
 * Returns the id of the key that seals new secrets of a tenant.
 *
 * @throws ServiceError `SECRET_KEY_UNKNOWN` if the host does not name it.
 */
export async function sealingKeyOf(secretKeys: SecretKeys, tenant: string): Promise<string> {
  if (tenant === DEFAULT_TENANT) return secretKeys.currentKeyId;
  try {
    return (await secretKeys.keyFor?.(tenant)) ?? secretKeys.currentKeyId;
  } catch (cause) {
    const message = `The secret key of the tenant ${JSON.stringify(tenant)} is not available: check the key management service.`;
    throw new ServiceError('SECRET_KEY_UNKNOWN', message, { details: { tenant }, cause });
  }
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
