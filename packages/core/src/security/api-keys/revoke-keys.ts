import type { StoreTransaction } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';

/**
 * Revokes a key and the keys that were issued with it, directly or through others.
 *
 * @param keepIssued - keeps those that were issued with it.
 * @returns the revoked keys, which were valid until now. The key itself is the first, unless it was revoked before.
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
    // A key that issues another one at this moment has locked its own row, so the new key is found here.
    level = keepIssued
      ? []
      : await transaction.find('apiKeys', { where: { issuedBy: { in: level.map(({ id }) => id) } } });
  }
  return revoked;
}
