import type { Random } from '../../ports/random.ts';
import type { SecretKeys } from '../../ports/secret-keys.ts';
import type { StoreOperations } from '../../ports/store/store.ts';
import { openSealed, seal } from './seal.ts';

const BINDING = 'instance\nkey-probe';

/**
 * Checks at the start that the configured key has sealed this store. Without it, a wrong key would be noticed only at the
 * first use of a secret. Stores a sealed probe for each key.
 *
 * @throws ServiceError `SECRET_CORRUPTED` if a key of the same id has other bytes, `SECRET_KEY_UNKNOWN`, `OPTIONS_INVALID`
 */
export async function probeSecretKey(store: StoreOperations, secretKeys: SecretKeys, random: Random): Promise<void> {
  const keyId = secretKeys.currentKeyId;
  const name = `key-probe:${keyId}`;
  const sealed = await seal('portcullis', BINDING, keyId, { secretKeys, random });
  await store.insertAbsent('meta', [{ name, value: Buffer.from(sealed).toString('base64') }]);
  const [row] = await store.find('meta', { where: { name } });
  await openSealed(Buffer.from(String(row?.value), 'base64'), BINDING, keyId, secretKeys);
}
