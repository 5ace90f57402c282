import { pause } from '../kernel/time/pause.ts';
import type { Clock } from '../ports/clock.ts';
import type { AllTenantsStore } from '../ports/store/store.ts';
import type { OwnedRow } from '../ports/store/tables.ts';
import { TENANTS_KNOWN_MS } from '../tenant-cache/known-tenants-version.ts';
import { bumpTenantsVersion } from '../tenant-cache/tenants-version.ts';
import { countRows, NO_ROWS, removeRows } from './remove-rows.ts';
import type { OrphanedIntegration, TenantRemoval } from './tenants-service.ts';

/** Dependencies of {@link createRemovalEnd}. */
export interface RemovalEndDependencies {
  readonly store: AllTenantsStore;
  readonly clock: Clock;
  /** True if another process or thread also caches tenants; it follows a change within two seconds. */
  readonly isCachedElsewhere: boolean;
  /** Removes the tenant from the caches of this process. */
  readonly forget: (tenant: string) => void;
}

/** The rows that a removal has removed, and those that remain. */
type RemovedRows = Omit<TenantRemoval, 'id' | 'orphaned'>;

/** The end of a removal, which removes the rows of the tenant. */
export interface RemovalEnd {
  /**
   * Removes the rows when no process serves the tenant any more.
   *
   * @param keepsRow - true if the scripts in the row of the tenant have not been returned yet.
   */
  finish(tenant: string, signal: AbortSignal, keepsRow?: boolean): Promise<RemovedRows>;
  /** Removes the rows immediately. */
  removeRest(tenant: string, signal: AbortSignal, keepsRow?: boolean): Promise<RemovedRows>;
}

/** The part of a removal that is stored in the row of its tenant until the call returns. */
interface KeptRemoval {
  readonly orphaned: readonly OrphanedIntegration[];
  readonly emptied?: boolean;
}

/** Returns the stored part of the removal of a tenant. */
export function removalOf({ removal }: Pick<OwnedRow<'tenants'>, 'removal'>): KeptRemoval {
  return (removal as KeptRemoval | null) ?? { orphaned: [] };
}

/** Creates the {@link RemovalEnd} of an instance. */
export function createRemovalEnd({ store, clock, isCachedElsewhere, forget }: RemovalEndDependencies): RemovalEnd {
  const removeRest = async (tenant: string, signal: AbortSignal, keepsRow = false): Promise<RemovedRows> => {
    const [row] = await store.find('tenants', { where: { tenant, state: 'removing' } });
    const { removed, remaining } = row
      ? await removeRows(store, row, signal)
      : { removed: NO_ROWS, remaining: await countRows(store, tenant) };
    const tenants = row ? await removeTenant(store, row, keepsRow) : 0;
    forget(tenant);
    return {
      removed: { ...removed, tenants },
      remaining: { ...remaining, tenants: await store.count('tenants', { tenant }) },
    };
  };

  return {
    async finish(tenant, signal, keepsRow) {
      if (isCachedElsewhere) await pause(clock, TENANTS_KNOWN_MS, signal);
      return removeRest(tenant, signal, keepsRow);
    },
    removeRest,
  };
}

/** Removes the row of a tenant that has no others, or marks it. Returns the number of removed rows. */
async function removeTenant(store: AllTenantsStore, row: OwnedRow<'tenants'>, keepsRow: boolean): Promise<number> {
  const own = { tenant: row.tenant, version: row.version, state: 'removing' };
  if (keepsRow) {
    await store.update('tenants', own, { removal: { ...removalOf(row), emptied: true } });
    return 0;
  }
  return store.transaction(async (transaction) => {
    const removed = await transaction.remove('tenants', own);
    // Another tenant may have the id from now on.
    if (removed > 0) await bumpTenantsVersion(transaction.scoped(row.tenant));
    return removed;
  });
}
