import type { AllTenantsTransaction } from '../../ports/store/store.ts';
import type { OwnedRow } from '../../ports/store/tables.ts';

/**
 * Locks the rows of tenants, in the order of their ids and before any endpoint queue, so that two transactions cannot wait for each
 * other.
 */
export async function lockTenants(
  transaction: AllTenantsTransaction,
  tenants: readonly string[],
): Promise<readonly OwnedRow<'tenants'>[]> {
  if (tenants.length === 0) return [];
  return transaction.find('tenants', {
    where: { tenant: { in: tenants } },
    orderBy: [['tenant', 'asc']],
    lock: 'update',
  });
}

/** Locks the rows of tenants that no other transaction has locked, without waiting. @returns the others. */
export async function tryLockTenants(
  transaction: AllTenantsTransaction,
  tenants: readonly string[],
): Promise<ReadonlySet<string>> {
  if (tenants.length === 0) return new Set();
  const where = { tenant: { in: tenants } };
  const [all, free] = await Promise.all([
    transaction.find('tenants', { where }),
    transaction.find('tenants', { where, lock: 'skip-locked' }),
  ]);
  const held = new Set(all.map(({ tenant }) => tenant));
  for (const { tenant } of free) held.delete(tenant);
  return held;
}
