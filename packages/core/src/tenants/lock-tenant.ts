import { unknownTenant } from '../kernel/errors/unknown-tenant.ts';
import type { AllTenantsTransaction } from '../ports/store/store.ts';
import type { OwnedRow } from '../ports/store/tables.ts';

/**
 * Locks the row of a tenant that is neither being removed nor being imported. A removal and an import continue only while the
 * version of the row is theirs, so no other transaction may change it.
 *
 * @throws ServiceError `TENANT_UNKNOWN`
 */
export async function lockTenant(transaction: AllTenantsTransaction, tenant: string): Promise<OwnedRow<'tenants'>> {
  const [row] = await transaction.find('tenants', { where: { tenant }, lock: 'update' });
  if (!row || row.state === 'removing' || row.state === 'importing') throw unknownTenant(tenant);
  return row;
}
