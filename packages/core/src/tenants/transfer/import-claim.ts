import { resetSubscriptionsVersion } from '../../delivery/subscriptions/subscriptions-version.ts';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AllTenantsStore, AllTenantsTransaction } from '../../ports/store/store.ts';
import { bumpTenantsVersion } from '../../tenant-cache/tenants-version.ts';

/** Milliseconds between two heartbeats of an import. */
const HEARTBEAT_MS = 15_000;

/** A running import: a tenant in the state `importing`, which no request sees. */
export interface ImportClaim {
  /**
   * Writes rows of the import, in a transaction that checks its claim.
   *
   * @throws ServiceError `TENANT_IN_USE`
   */
  within(work: (open: AllTenantsTransaction) => Promise<void>): Promise<void>;
  /** Completes the import: the tenant is visible and suspended. */
  finish(): Promise<void>;
  /** Removes all written rows. */
  abandon(): Promise<void>;
}

/** The claimed row, and the steps around the import. */
export interface ImportClaimRequest {
  readonly tenant: string;
  readonly markId: string;
  /** The random version of the row, which belongs to this import only. */
  readonly version: number;
  /** Called once when the import has ended, before an abandoned one is removed. */
  readonly onEnd: () => void;
  /** Removes the written rows. */
  readonly remove: () => Promise<void>;
}

/** Creates the claim of an import whose row exists, and shows at intervals that its process lives. */
export function createImportClaim(
  { store, clock }: { readonly store: AllTenantsStore; readonly clock: Clock },
  { tenant, markId, version, onEnd, remove }: ImportClaimRequest,
): ImportClaim {
  const claimed = { tenant, version, state: 'importing' };
  let cancel = (): void => {};

  const startHeartbeat = (): void => {
    cancel = clock.after(HEARTBEAT_MS, () => {
      // The next slice detects a failure.
      void store.update('tenants', claimed, { updatedAt: clock.now() }).catch(() => {});
      startHeartbeat();
    });
  };

  const end = (): void => {
    cancel();
    onEnd();
  };

  /** Makes the tenant visible. A commit whose response was lost has done so as well. */
  const complete = async (): Promise<void> => {
    const now = clock.now();
    const imported = { state: 'suspended', stateSince: now, version: 1 };
    try {
      await store.transaction(async (open) => {
        if ((await open.update('tenants', claimed, { ...imported, updatedAt: now })) !== 1)
          throw importedElsewhere(tenant);
        await resetSubscriptionsVersion(open.scoped(tenant), now);
        await bumpTenantsVersion(open.scoped(tenant));
      });
    } catch (error) {
      const visible = await store.count('tenants', { tenant, markId, ...imported }).catch(() => 0);
      if (visible === 0) throw error;
    }
  };

  startHeartbeat();
  return {
    within: (work) =>
      store.transaction(async (open) => {
        if ((await open.update('tenants', claimed, { updatedAt: clock.now() })) !== 1) throw importedElsewhere(tenant);
        await work(open);
      }),
    async finish() {
      await complete();
      end();
    },
    async abandon() {
      end();
      await remove();
    },
  };
}

/** Returns the error for a tenant that another process imports. */
export function importedElsewhere(tenant: string): ServiceError {
  const message = `Another process imports the tenant ${JSON.stringify(tenant)}.`;
  return new ServiceError('TENANT_IN_USE', message, { details: { tenant } });
}
