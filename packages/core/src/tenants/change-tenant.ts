import type { z } from 'zod';
import type { Clock } from '../ports/clock.ts';
import type { AllTenantsStore } from '../ports/store/store.ts';
import { bumpTenantsVersion } from '../tenant-cache/tenants-version.ts';
import { lockTenant } from './lock-tenant.ts';
import type { TenantDirectory } from './tenant-directory.ts';
import type { tenantChangesInput } from './tenant-input.ts';

/** Dependencies of {@link changeTenant}. */
export interface TenantChangeDependencies {
  readonly store: AllTenantsStore;
  readonly clock: Clock;
  readonly directory: Pick<TenantDirectory, 'forget'>;
}

/**
 * Changes the name and the limits of a tenant.
 *
 * @throws ServiceError `TENANT_UNKNOWN`
 */
export async function changeTenant(
  { store, clock, directory }: TenantChangeDependencies,
  tenant: string,
  { name, limits }: z.output<typeof tenantChangesInput>,
): Promise<void> {
  const patch = {
    ...(name !== undefined && { name }),
    ...(limits !== undefined && { limits }),
    version: { increment: 1 },
    updatedAt: clock.now(),
  };
  await store.transaction(async (transaction) => {
    await lockTenant(transaction, tenant);
    await transaction.update('tenants', { tenant }, patch);
    if (limits === undefined) return;
    await bumpTenantsVersion(transaction.scoped(tenant));
    transaction.afterCommit(() => directory.forget(tenant));
  });
}
