import type { Clock } from '../../ports/clock.ts';
import { type AllTenantsStore, DEFAULT_TENANT } from '../../ports/store/store.ts';

/** Milliseconds that a node may go on with the deliveries of a tenant that another node has suspended. */
const SHARED_CACHE_MS = 2000;
/** Tenants of which it is cached that they are active; the oldest go first. */
const MAX_CACHED = 10_000;

/** Dependencies of {@link createHeldTenants}. */
export interface HeldTenantsDependencies {
  readonly store: Pick<AllTenantsStore, 'shared'>;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** The greatest age of what is cached, in milliseconds. @default unlimited with a single process, otherwise two seconds */
  readonly cacheMs?: number;
}

/** The tenants whose deliveries are held: those that are suspended or being removed. */
export interface HeldTenants {
  /** Returns which of some tenants are held, with one query for all that are not known to be active. */
  among(tenants: Iterable<string>, operations: Pick<AllTenantsStore, 'find'>): Promise<ReadonlySet<string>>;
  /** Drops what is cached of a tenant, and what is being read. */
  forget(tenant: string): void;
}

/**
 * Makes the {@link HeldTenants} of a node. Only that a tenant is active is cached: a claim that takes a tenant for suspended must
 * have read that after it had locked the endpoint queue. Otherwise it could undo what `resume` has written.
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
      // What is read during a change may be the state before it.
      if (seen === changes) for (const tenant of unknown) if (!held.has(tenant)) remember(tenant);
      return held;
    },
    forget(tenant) {
      changes += 1;
      activeUntil.delete(tenant);
    },
  };
}
