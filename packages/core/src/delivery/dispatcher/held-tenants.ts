import type { Clock } from '../../ports/clock.ts';
import { type AllTenantsStore, DEFAULT_TENANT } from '../../ports/store/store.ts';

/** Milliseconds for which a node may continue with the deliveries of a tenant that another node has suspended. */
const SHARED_CACHE_MS = 2000;
/** Maximum number of tenants that are cached as active; the oldest are removed first. */
const MAX_CACHED = 10_000;

/** Dependencies of {@link createHeldTenants}. */
export interface HeldTenantsDependencies {
  readonly store: Pick<AllTenantsStore, 'shared'>;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Maximum age of cache entries, in milliseconds. @default unlimited with a single process, otherwise two seconds */
  readonly cacheMs?: number;
}

/** The tenants whose deliveries are held: suspended ones and those being removed. */
export interface HeldTenants {
  /** Returns the held tenants among the given ones, with one query for all that are not cached as active. */
  among(tenants: Iterable<string>, operations: Pick<AllTenantsStore, 'find'>): Promise<ReadonlySet<string>>;
  /** Removes the cache entry of a tenant, and discards reads in progress. */
  forget(tenant: string): void;
}

/**
 * Creates the {@link HeldTenants} of a node. Only active tenants are cached: a claim must read that a tenant is suspended after
 * it has locked the endpoint queue, since it could otherwise undo a change of `resume`.
 */
export function createHeldTenants(dependencies: HeldTenantsDependencies): HeldTenants {
  const { store, clock, cacheMs = store.shared ? SHARED_CACHE_MS : Number.POSITIVE_INFINITY } = dependencies;
  const activeUntil = new Map<string, number>();
  let changes = 0;

  const remember = (tenant: string): void => {
    activeUntil.delete(tenant);
    activeUntil.set(tenant, clock.monotonic() + cacheMs);
    const [oldest] = activeUntil.keys();
    if (activeUntil.size > MAX_CACHED && oldest !== undefined) activeUntil.delete(oldest);
  };

  return {
    async among(tenants, operations) {
      const now = clock.monotonic();
      const isKnown = (tenant: string): boolean => tenant === DEFAULT_TENANT || now < (activeUntil.get(tenant) ?? now);
      const unknown = [...new Set(tenants)].filter((tenant) => !isKnown(tenant));
      if (unknown.length === 0) return new Set();
      const seen = changes;
      const where = { tenant: { in: unknown }, state: { not: 'active' } };
      const held = new Set((await operations.find('tenants', { where })).map(({ tenant }) => tenant));
      // A read during a change may return the state before it.
      if (seen === changes) for (const tenant of unknown) if (!held.has(tenant)) remember(tenant);
      return held;
    },
    forget(tenant) {
      changes += 1;
      activeUntil.delete(tenant);
    },
  };
}
