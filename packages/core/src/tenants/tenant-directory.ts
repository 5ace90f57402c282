import { firstSubscriptionsVersion } from '../delivery/subscriptions/subscriptions-version.ts';
import { requireActiveTenant } from '../kernel/errors/require-active-tenant.ts';
import { createBatchedRead } from '../kernel/reads/batched-read.ts';
import type { TenantLimits } from '../options/tenant-limits.ts';
import type { Clock } from '../ports/clock.ts';
import type { Random } from '../ports/random.ts';
import { type AllTenantsStore, DEFAULT_TENANT } from '../ports/store/store.ts';
import type { OwnedRow } from '../ports/store/tables.ts';
import type { KnownTenantsVersion } from '../tenant-cache/known-tenants-version.ts';
import { type TenantFacts, type TenantFactsCache, tenantFactsOf } from '../tenant-cache/tenant-facts.ts';

/** Dependencies of {@link createTenantDirectory}. */
export interface TenantDirectoryDependencies {
  readonly store: AllTenantsStore;
  readonly clock: Clock;
  readonly tenantsVersion: KnownTenantsVersion;
  readonly cache: TenantFactsCache;
  readonly random: Random;
  /** The id of the instance: the marks of the default tenant's objects contain it. */
  readonly instanceId: string;
  /** True if a tenant is created at its first use. */
  readonly createsOnFirstUse: boolean;
  /** The limits of each tenant. */
  readonly limits: TenantLimits;
}

/** The tenants of an instance that are used on this node. */
export interface TenantDirectory {
  /** Returns the facts of a tenant in any state; undefined for an unknown one. */
  find(tenant: string): Promise<TenantFacts | undefined>;
  /**
   * Returns the facts of a tenant whose requests may be served.
   *
   * @throws ServiceError `TENANT_UNKNOWN`, `TENANT_SUSPENDED`
   */
  requireActive(tenant: string): Promise<TenantFacts>;
  /** Returns whether another tenant has marks with this id. */
  isMarkOfOther(tenant: string, markId: string): Promise<boolean>;
  /** Removes the cache entry of a tenant. */
  forget(tenant: string): void;
}

/** Creates the {@link TenantDirectory} of a node. */
export function createTenantDirectory(dependencies: TenantDirectoryDependencies): TenantDirectory {
  const { store, tenantsVersion, cache, instanceId, createsOnFirstUse, limits } = dependencies;
  const own: TenantFacts = { tenant: DEFAULT_TENANT, state: 'active', markId: instanceId, limits: {} };

  const readRow = createBatchedRead<string, OwnedRow<'tenants'> | undefined>(
    async (tenants) => {
      const rows = await store.find('tenants', { where: { tenant: { in: [...new Set(tenants)] } } });
      const byTenant = new Map(rows.map((row) => [row.tenant, row]));
      return (tenant) => byTenant.get(tenant);
    },
    () => store.insideTransaction?.() ?? false,
  );

  const find = async (tenant: string): Promise<TenantFacts | undefined> => {
    if (tenant === DEFAULT_TENANT) return own;
    const version = tenantsVersion.latest() ?? (await tenantsVersion.read());
    const known = cache.get(tenant, version);
    if (known) return known;
    const remember = cache.beginRead();
    const row = await readRow(tenant);
    if (!row) return undefined;
    const facts = tenantFactsOf(row, limits);
    remember(tenant, version, facts);
    return facts;
  };

  const createAbsent = async (tenant: string): Promise<TenantFacts | undefined> => {
    await insertTenant(store, { ...newTenant(tenant, dependencies), name: null });
    return find(tenant);
  };

  return {
    find,
    async requireActive(tenant) {
      const facts = (await find(tenant)) ?? (createsOnFirstUse ? await createAbsent(tenant) : undefined);
      return requireActiveTenant(tenant, facts);
    },
    async isMarkOfOther(tenant, markId) {
      if (markId === instanceId) return tenant !== DEFAULT_TENANT;
      return (await store.count('tenants', { markId, tenant: { not: tenant } })) > 0;
    },
    forget: cache.forget,
  };
}

/** A tenant to insert. */
export function newTenant(
  tenant: string,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
): Omit<OwnedRow<'tenants'>, 'name'> {
  const now = clock.now();
  return {
    tenant,
    state: 'active',
    stateSince: now,
    markId: Buffer.from(random.bytes(8)).toString('hex'),
    limits: {},
    removal: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}

/** Inserts a tenant; returns undefined if its id exists. */
export function insertTenant(
  store: AllTenantsStore,
  tenant: OwnedRow<'tenants'>,
): Promise<OwnedRow<'tenants'> | undefined> {
  return store.transaction(async (transaction) => {
    const [row] = await transaction.insertOwned('tenants', [tenant]);
    if (row) await transaction.insertOwned('meta', [firstSubscriptionsVersion(tenant.tenant, tenant.createdAt)]);
    return row;
  });
}
