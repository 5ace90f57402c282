import type { Clock } from '../../ports/clock.ts';
import type { SecretKeys } from '../../ports/secret-keys.ts';
import type { Row } from '../../ports/store/tables.ts';
import { openSealed } from './seal.ts';
import { secretBinding } from './secret-binding.ts';

/** Dependencies of {@link openLivingSecrets}. */
export interface LivingSecretsDependencies {
  readonly secretKeys: SecretKeys;
  readonly clock: Pick<Clock, 'now'>;
}

const ORDER: Readonly<Record<string, number>> = { current: 0, pending: 1, retiring: 2 };

/**
 * Opens the secrets of a tenant that have not expired: `current` ones first, then `pending`, then `retiring` ones.
 *
 * @throws ServiceError `SECRET_KEY_UNKNOWN`, `SECRET_CORRUPTED`
 */
export async function openLivingSecrets(
  tenant: string,
  rows: readonly Row<'secrets'>[],
  { secretKeys, clock }: LivingSecretsDependencies,
): Promise<readonly string[]> {
  const now = clock.now();
  const living = rows.filter((row) => row.expiresAt === null || row.expiresAt > now);
  living.sort((a, b) => (ORDER[a.status] ?? 9) - (ORDER[b.status] ?? 9));
  return Promise.all(
    living.map((row) => openSealed(row.sealed, secretBinding({ tenant, ...row }), row.keyId, secretKeys)),
  );
}
