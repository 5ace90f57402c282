import type { SecretKeys } from '../../ports/secret-keys.ts';
import { DEFAULT_TENANT } from '../../ports/store/store.ts';

/** Returns the id of the key that seals new secrets of a tenant. */
export async function sealingKeyOf(secretKeys: SecretKeys, tenant: string): Promise<string> {
  const own = tenant === DEFAULT_TENANT ? undefined : await secretKeys.keyFor?.(tenant);
  return own ?? secretKeys.currentKeyId;
}
