import { effectiveLimits } from '../../limits/limits-schema.ts';
import type { TenantLimits } from '../../options/tenant-limits.ts';
import type { Clock } from '../../ports/clock.ts';
import { type AllTenantsStore, DEFAULT_TENANT } from '../../ports/store/store.ts';
import type { OwnedRow } from '../../ports/store/tables.ts';

/** The rule for the deliveries of a tenant: none is made, or so many at once. */
type DeliveryRule = 'held' | number;

/** Milliseconds for which a node may continue with the deliveries of a tenant that another node has suspended. */
const SHARED_CACHE_MS = 2000;
/** Maximum number of tenants that are cached as active; the oldest are removed first. */
const MAX_CACHED = 10_000;

/** Dependencies of {@link createHeldTenants}. */
export interface HeldTenantsDependencies {
  readonly store: Pick<AllTenantsStore, 'shared'>;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** The limits of each tenant. @default none */
  readonly limits?: TenantLimits | undefined;
  /** Maximum age of cache entries, in milliseconds. @default unlimited with a single process, otherwise two seconds */
  readonly cacheMs?: number;
}

/** The rules for the deliveries of tenants. */
export interface HeldTenants {
  /**
   * Returns the rules for some tenants, with one query for all that are not known to be active: `held` for one that is suspended or
   * being removed, or the number of its deliveries that may be in progress on this node. A tenant without a rule is absent.
   */
  among(
    tenants: Iterable<string>,
    operations: Pick<AllTenantsStore, 'find'>,
  ): Promise<ReadonlyMap<string, DeliveryRule>>;
  /** Removes the cache entry of a tenant, and discards reads in progress. */
  forget(tenant: string): void;
}

/**
 * Creates the {@link HeldTenants} of a node. Only active tenants are cached: a claim must read that a tenant is suspended after
 * it has locked the endpoint queue, since it could otherwise undo a change of `resume`.
 */
export function createHeldTenants(dependencies: HeldTenantsDependencies): HeldTenants {
  const {
    store,
    clock,
    limits: ofInstance = {},
    cacheMs = store.shared ? SHARED_CACHE_MS : Number.POSITIVE_INFINITY,
  } = dependencies;
  const activeUntil = new Map<string, number>();
  /** The limits of tenants that are known to be active. */
  const limitOf = new Map<string, number>();
  let changes = 0;

  const drop = (tenant: string): void => {
    activeUntil.delete(tenant);
    limitOf.delete(tenant);
  };

  const remember = (tenant: string, rule: DeliveryRule | undefined): void => {
    drop(tenant);
    activeUntil.set(tenant, clock.monotonic() + cacheMs);
    if (typeof rule === 'number') limitOf.set(tenant, rule);
    const [oldest] = activeUntil.keys();
    if (activeUntil.size > MAX_CACHED && oldest !== undefined) drop(oldest);
  };

  const ruleOf = ({ state, limits }: OwnedRow<'tenants'>): DeliveryRule | undefined =>
    state === 'active' ? effectiveLimits(ofInstance, limits).concurrentDeliveries : 'held';

  return {
    async among(tenants, operations) {
      const now = clock.monotonic();
      const isKnown = (tenant: string): boolean => tenant === DEFAULT_TENANT || now < (activeUntil.get(tenant) ?? now);
      const asked = new Set(tenants);
      const unknown = [...asked].filter((tenant) => !isKnown(tenant));
      const rules = new Map<string, DeliveryRule>();
      const add = (tenant: string, rule: DeliveryRule | undefined): void => {
        if (rule !== undefined) rules.set(tenant, rule);
      };
      if (limitOf.size > 0) for (const tenant of asked) add(tenant, limitOf.get(tenant));
      if (unknown.length === 0) return rules;
      const seen = changes;
      const rows = await operations.find('tenants', { where: { tenant: { in: unknown } } });
      for (const row of rows) add(row.tenant, ruleOf(row));
      // A read during a change may return the state before it.
      if (seen !== changes) return rules;
      for (const tenant of unknown) if (rules.get(tenant) !== 'held') remember(tenant, rules.get(tenant));
      return rules;
    },
    forget(tenant) {
      changes += 1;
      drop(tenant);
    },
  };
}
