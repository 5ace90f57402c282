import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';
import type { AllTenantsStore } from '../../ports/store/store.ts';
import type { OwnedRow } from '../../ports/store/tables.ts';
import { createImportClaim, type ImportClaim, importedElsewhere } from './import-claim.ts';
import type { TransferHeader } from './transfer-format.ts';

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

/** The row of an import. */
type ImportRow = Pick<OwnedRow<'tenants'>, 'tenant' | 'version'>;

/** The imports of a node, and those of dead processes. */
export interface ImportClaims {
  /** @throws ServiceError `TENANT_EXISTS`, `TENANT_IN_USE` while another process imports it */
  begin(tenant: TransferHeader['tenant']): Promise<ImportClaim>;
  /** Returns the tenants whose import was begun by a process that is dead. */
  abandoned(): Promise<readonly OwnedRow<'tenants'>[]>;
  /** Removes the rows of such an import. */
  remove(row: ImportRow): Promise<void>;
}

/** Creates the {@link ImportClaims} of a node. */
export function createImportClaims(dependencies: ImportClaimsDependencies): ImportClaims {
  const { store, clock, random, removeRest, forget } = dependencies;
  const running = new Set<string>();

  // On a store for a single process, every import of another process is abandoned.
  const isAbandoned = ({ updatedAt }: OwnedRow<'tenants'>): boolean =>
    !store.shared || updatedAt + DEAD_MS <= clock.now();

  /** Only one process continues from here: the random version belongs to a single import. */
  const remove = async ({ tenant, version }: ImportRow): Promise<void> => {
    const now = clock.now();
    // If this process dies as well, the next import knows that no request has seen the tenant.
    const patch = { state: 'removing', stateSince: now, updatedAt: now, removal: { orphaned: [], unseen: true } };
    const where = { tenant, version, state: 'importing' };
    if ((await store.update('tenants', where, patch)) === 1) await removeRest(tenant);
  };

  /** Removes what an interrupted import of a tenant has written. */
  const removeFormer = async (tenant: string): Promise<void> => {
    let [known] = await store.find('tenants', { where: { tenant } });
    if (known?.state === 'importing') {
      if (!isAbandoned(known)) throw importedElsewhere(tenant);
      await remove(known);
      // The start of this instance, or another process, may have begun to remove it.
      [known] = await store.find('tenants', { where: { tenant } });
    }
    if (known?.state === 'removing' && isUnseen(known)) await removeRest(tenant);
  };

  const insert = async ({ id: tenant, name, markId, limits, createdAt }: TransferHeader['tenant']): Promise<number> => {
    await removeFormer(tenant);
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
      const { id: tenant, markId } = header;
      if (running.has(tenant)) throw importedElsewhere(tenant);
      // Before the row exists: without this mark, it would be the row of a dead process.
      running.add(tenant);
      const version = await insert(header).catch((error: unknown) => {
        running.delete(tenant);
        throw error;
      });
      return createImportClaim(dependencies, {
        tenant,
        markId,
        version,
        onEnd() {
          running.delete(tenant);
          forget(tenant);
        },
        remove: () => remove({ tenant, version }),
      });
    },
    async abandoned() {
      const rows = await store.find('tenants', { where: { state: 'importing' } });
      return rows.filter((row) => isAbandoned(row) && !running.has(row.tenant));
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
