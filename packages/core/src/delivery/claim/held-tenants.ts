import type { TenantLimits } from '../../options/tenant-limits.ts';
import { type AllTenantsOperations, DEFAULT_TENANT } from '../../ports/store/store.ts';
import type { KnownTenantsVersion } from '../../tenant-cache/known-tenants-version.ts';
import { type TenantFacts, type TenantFactsCache, tenantFactsOf } from '../../tenant-cache/tenant-facts.ts';

/** The rule for the deliveries of a tenant: none is made, or so many at once. */
type DeliveryRule = 'held' | number;

/** Dependencies of {@link createHeldTenants}. */
export interface HeldTenantsDependencies {
  readonly tenantsVersion: KnownTenantsVersion;
  readonly cache: TenantFactsCache;
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
}

/**
 * Creates the {@link HeldTenants} of a node. It uses what is cached of active tenants only: a claim must read that a tenant is
 * suspended after it has locked the endpoint queue, since it could otherwise undo a change of `resume`.
 */
export function createHeldTenants(dependencies: HeldTenantsDependencies): HeldTenants {
  const { tenantsVersion, cache, limits: ofInstance = {} } = dependencies;

  return {
    async among(tenants, transaction) {
      const rules = new Map<string, DeliveryRule>();
      const unknown: string[] = [];
      const known = tenantsVersion.latest() ?? (await tenantsVersion.within(transaction));
      const add = ({ tenant, state, limits: { concurrentDeliveries } }: TenantFacts): void => {
        if (state !== 'active') rules.set(tenant, 'held');
        else if (concurrentDeliveries !== undefined) rules.set(tenant, concurrentDeliveries);
      };
      for (const tenant of new Set(tenants)) {
        if (tenant === DEFAULT_TENANT) continue;
        const facts = cache.get(tenant, known);
        if (facts?.state === 'active') add(facts);
        else unknown.push(tenant);
      }
      if (unknown.length === 0) return rules;
      const remember = cache.beginRead();
      // The order matters: the version is read first.
      const [version, rows] = await Promise.all([
        tenantsVersion.within(transaction),
        transaction.find('tenants', { where: { tenant: { in: unknown } } }),
      ]);
      for (const row of rows) {
        const facts = tenantFactsOf(row, ofInstance);
        add(facts);
        remember(row.tenant, version, facts);
      }
      return rules;
    },
  };
}
