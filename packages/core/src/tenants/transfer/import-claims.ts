import { resetSubscriptionsVersion } from '../../delivery/subscriptions/subscriptions-version.ts';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';
import type { AllTenantsStore, AllTenantsTransaction } from '../../ports/store/store.ts';
import type { OwnedRow } from '../../ports/store/tables.ts';
import { bumpTenantsVersion } from '../../tenant-cache/tenants-version.ts';
import type { TransferHeader } from './transfer-format.ts';

/** Milliseconds between two heartbeats of an import. */
const ALIVE_MS = 15_000;
/** Milliseconds without a heartbeat after which the process of an import counts as dead. */
const DEAD_MS = 60_000;

/** Dependencies of {@link createImportClaims}. */
export interface ImportClaimsDependencies {
  readonly store: AllTenantsStore;
  readonly clock: Clock;
  readonly random: Random;
  /** Removes the rows of a tenant that is being removed, and the tenant. */
  readonly removeRest: (tenant: string) => Promise<unknown>;
  /** Removes the cache entry of a tenant on this node. */
  readonly forget: (tenant: string) => void;
}

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

/** The imports of a node, and those of dead processes. */
export interface ImportClaims {
  /** @throws ServiceError `TENANT_EXISTS`, `TENANT_IN_USE` while another process imports it */
  begin(tenant: TransferHeader['tenant']): Promise<ImportClaim>;
  /** Returns the tenants whose import was begun by a process that is dead. */
  dead(): Promise<readonly OwnedRow<'tenants'>[]>;
  /** Removes the rows of such an import. */
  remove(tenant: Pick<OwnedRow<'tenants'>, 'tenant' | 'version'>): Promise<void>;
}

/** Creates the {@link ImportClaims} of a node. */
export function createImportClaims(dependencies: ImportClaimsDependencies): ImportClaims {
  const { store, clock, random, removeRest, forget } = dependencies;
  const underWay = new Set<string>();

  // On a store for a single process, every import of another process is dead.
  const isAbandoned = ({ updatedAt }: OwnedRow<'tenants'>): boolean =>
    !store.shared || updatedAt + DEAD_MS <= clock.now();

  /** Only one process continues from here: the random version belongs to a single import. */
  const remove = async ({ tenant, version }: Pick<OwnedRow<'tenants'>, 'tenant' | 'version'>): Promise<void> => {
    const now = clock.now();
    // If this process dies as well, the next import knows that no request has seen the tenant.
    const patch = { state: 'removing', stateSince: now, updatedAt: now, removal: { left: [], unseen: true } };
    const where = { tenant, version, state: 'importing' };
    if ((await store.update('tenants', where, patch)) === 1) await removeRest(tenant);
  };

  const refuse = (tenant: string): ServiceError =>
    new ServiceError('TENANT_IN_USE', `Another process imports the tenant ${JSON.stringify(tenant)}.`, {
      details: { tenant },
    });

  const insert = async ({ id: tenant, name, markId, limits, createdAt }: TransferHeader['tenant']): Promise<number> => {
    let [known] = await store.find('tenants', { where: { tenant } });
    if (known?.state === 'importing') {
      if (!isAbandoned(known)) throw refuse(tenant);
      await remove(known);
      // The start of this instance, or another process, may have begun to remove it.
      [known] = await store.find('tenants', { where: { tenant } });
    }
    if (known?.state === 'removing' && isUnseen(known)) await removeRest(tenant);
    const now = clock.now();
    const version = randomVersion(random);
    const times = { stateSince: now, createdAt, updatedAt: now };
    const row = { tenant, name, state: 'importing', markId, limits, version, ...times };
    const [added] = await store.insertOwned('tenants', [row]);
    if (!added) throw new ServiceError('TENANT_EXISTS', `The tenant ${JSON.stringify(tenant)} exists.`);
    return version;
  };

  return {
    async begin(header) {
      const { id: tenant } = header;
      if (underWay.has(tenant)) throw refuse(tenant);
      // Before the row exists: without this mark, it would be the row of a dead process.
      underWay.add(tenant);
      const version = await insert(header).catch((error: unknown) => {
        underWay.delete(tenant);
        throw error;
      });
      const where = { tenant, version, state: 'importing' };
      let cancel = (): void => {};
      const showLife = (): void => {
        cancel = clock.after(ALIVE_MS, () => {
          // The next slice detects a failure.
          void store.update('tenants', where, { updatedAt: clock.now() }).catch(() => {});
          showLife();
        });
      };
      showLife();
      const end = (): void => {
        cancel();
        underWay.delete(tenant);
        forget(tenant);
      };
      return {
        within: (work) =>
          store.transaction(async (open) => {
            if ((await open.update('tenants', where, { updatedAt: clock.now() })) !== 1) throw refuse(tenant);
            await work(open);
          }),
        async finish() {
          const at = clock.now();
          const imported = { state: 'suspended', stateSince: at, version: 1 };
          const isFinished = async (): Promise<boolean> =>
            (await store.count('tenants', { tenant, markId: header.markId, ...imported })) > 0;
          try {
            await store.transaction(async (open) => {
              if ((await open.update('tenants', where, { ...imported, updatedAt: at })) !== 1) throw refuse(tenant);
              await resetSubscriptionsVersion(open.scoped(tenant), at);
              await bumpTenantsVersion(open.scoped(tenant));
            });
          } catch (error) {
            // A commit whose response was lost has made the tenant visible, so the import has succeeded.
            if (!(await isFinished().catch(() => false))) throw error;
          }
          end();
        },
        async abandon() {
          end();
          await remove({ tenant, version });
        },
      };
    },
    async dead() {
      const rows = await store.find('tenants', { where: { state: 'importing' } });
      return rows.filter((row) => isAbandoned(row) && !underWay.has(row.tenant));
    },
    remove,
  };
}

/** Returns whether a tenant that is being removed is the rest of an import. */
function isUnseen({ removal }: OwnedRow<'tenants'>): boolean {
  return (removal as { readonly unseen?: boolean } | null)?.unseen === true;
}

function randomVersion(random: Random): number {
  const bytes = random.bytes(6);
  return Buffer.from(bytes).readUIntBE(0, 6) + 1;
}
