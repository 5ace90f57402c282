import type { StoreTransaction } from '../../ports/store/store.ts';
import type { SealedSecrets } from '../../security/seal/sealed-secrets.ts';
import { integrationSecretOwner } from '../../security/seal/secret-owners.ts';
import { secretNameOf } from '../config/stored-config.ts';

/** Seals the secrets of a config, and destroys those of an earlier config under paths that are no longer used. */
export async function storeSecrets(
  sealed: SealedSecrets,
  transaction: StoreTransaction,
  integrationId: number,
  secrets: Readonly<Record<string, string>>,
): Promise<void> {
  const owner = integrationSecretOwner(integrationId);
  const names = new Set(Object.keys(secrets).map(secretNameOf));
  const stored = await transaction.find('secrets', { where: { owner } });
  const unused = stored.filter(({ name }) => name.startsWith(secretNameOf('')) && !names.has(name));
  for (const name of new Set(unused.map((each) => each.name))) await sealed.destroy(transaction, owner, name);
  for (const [path, secret] of Object.entries(secrets))
    await sealed.put(transaction, owner, secretNameOf(path), secret);
}
