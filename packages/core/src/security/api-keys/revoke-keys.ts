import type { StoreTransaction } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';

/**
 * Revokes a key, and all that was issued with it, at any distance.
 *
 * @param keepIssued - leaves what was issued with it.
 * @returns the keys that were valid until now; the key itself is the first of them, unless it was revoked before.
 */
export async function revokeKeys(
  transaction: StoreTransaction,
  key: Row<'apiKeys'>,
  now: number,
  keepIssued: boolean,
): Promise<readonly Row<'apiKeys'>[]> {
  const revoked: Row<'apiKeys'>[] = [];
  let level: readonly Row<'apiKeys'>[] = [key];
  while (level.length > 0) {
    for (const row of level) {
      const changed = await transaction.update('apiKeys', { id: row.id, revokedAt: null }, { revokedAt: now });
      if (changed === 1) revoked.push(row);
    }
    // A key that is issuing at this moment holds its own row, so what it issues is found here.
    level = keepIssued
      ? []
      : await transaction.find('apiKeys', { where: { issuedBy: { in: level.map(({ id }) => id) } } });
  }
  return revoked;
}
