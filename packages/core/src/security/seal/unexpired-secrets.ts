import type { Clock } from '../../ports/clock.ts';
import type { SecretKeys } from '../../ports/secret-keys.ts';
import type { Row } from '../../ports/store/tables.ts';
import { openSealed } from './seal.ts';
import { secretBinding } from './secret-binding.ts';

/** Dependencies of {@link openUnexpiredSecrets}. */
export interface UnexpiredSecretsDependencies {
  readonly secretKeys: SecretKeys;
  readonly clock: Pick<Clock, 'now'>;
}

const ORDER: Readonly<Record<string, number>> = { current: 0, pending: 1, retiring: 2 };

/**
 * Opens the secrets of a tenant that have not expired: `current` ones first, then `pending`, then `retiring` ones.
 *
 * @throws ServiceError `SECRET_KEY_UNKNOWN`, `SECRET_CORRUPTED`
 */
export async function openUnexpiredSecrets(
  tenant: string,
  rows: readonly Row<'secrets'>[],
  { secretKeys, clock }: UnexpiredSecretsDependencies,
): Promise<readonly string[]> {
  const now = clock.now();
  const unexpired = rows.filter((row) => row.expiresAt === null || row.expiresAt > now);
  unexpired.sort((a, b) => (ORDER[a.status] ?? 9) - (ORDER[b.status] ?? 9));
  return Promise.all(
    unexpired.map((row) => openSealed(row.sealed, secretBinding({ tenant, ...row }), row.keyId, secretKeys)),
  );
}
