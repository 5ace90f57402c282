import { effectiveLimits } from '../../limits/limits-schema.ts';
import type { TenantLimits } from '../../options/tenant-limits.ts';
import type { Clock } from '../../ports/clock.ts';
import { type AllTenantsOperations, DEFAULT_TENANT } from '../../ports/store/store.ts';
import type { OwnedRow } from '../../ports/store/tables.ts';
import { createTenantCache } from '../../tenant-cache/create-tenant-cache.ts';
import type { KnownTenantsVersion } from '../../tenant-cache/known-tenants-version.ts';

/** The rule for the deliveries of a tenant: none is made, or so many at once. */
type DeliveryRule = 'held' | number;

/** The cached limit of a tenant without one. */
const UNLIMITED = 'unlimited';

/** Dependencies of {@link createHeldTenants}. */
export interface HeldTenantsDependencies {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly tenantsVersion: KnownTenantsVersion;
  /** The limits of each tenant. @default none */
  readonly limits?: TenantLimits | undefined;
}

/** The rules for the deliveries of tenants. */
export interface HeldTenants {
  /**
   * Returns the rules for some tenants, with one query for all that are not known to be active: `held` for one that is suspended or
   * being removed, or the number of its deliveries that may be in progress on this node. A tenant without a rule is absent.
   *
   * @param transaction - the transaction to read in.
   */
  among(
    tenants: Iterable<string>,
    transaction: Pick<AllTenantsOperations, 'find'>,
  ): Promise<ReadonlyMap<string, DeliveryRule>>;
  /** Removes the cache entry of a tenant, and discards reads in progress. */
  forget(tenant: string): void;
}

/**
 * Creates the {@link HeldTenants} of a node. Only active tenants are cached: a claim must read that a tenant is suspended after
 * it has locked the endpoint queue, since it could otherwise undo a change of `resume`.
 */
export function createHeldTenants(dependencies: HeldTenantsDependencies): HeldTenants {
  const { tenantsVersion, limits: ofInstance = {} } = dependencies;
  /** The limits of tenants that are known to be active. */
  const cache = createTenantCache<number | typeof UNLIMITED>(dependencies);

  const ruleOf = ({ state, limits }: OwnedRow<'tenants'>): DeliveryRule | typeof UNLIMITED =>
    state === 'active' ? (effectiveLimits(ofInstance, limits).concurrentDeliveries ?? UNLIMITED) : 'held';

  return {
    async among(tenants, transaction) {
      const rules = new Map<string, DeliveryRule>();
      const unknown: string[] = [];
      const known = tenantsVersion.latest() ?? (await tenantsVersion.within(transaction));
      for (const tenant of new Set(tenants)) {
        if (tenant === DEFAULT_TENANT) continue;
        const limit = cache.get(tenant, known);
        if (limit === undefined) unknown.push(tenant);
        else if (limit !== UNLIMITED) rules.set(tenant, limit);
      }
      if (unknown.length === 0) return rules;
      const remember = cache.beginRead();
      // The order matters: the version is read first.
      const [version, rows] = await Promise.all([
        tenantsVersion.within(transaction),
        transaction.find('tenants', { where: { tenant: { in: unknown } } }),
      ]);
      for (const row of rows) {
        const rule = ruleOf(row);
        if (rule !== UNLIMITED) rules.set(row.tenant, rule);
        if (rule !== 'held') remember(row.tenant, version, rule);
      }
      return rules;
    },
    forget: cache.forget,
  };
}
