import type { Clock } from '../ports/clock.ts';
import type { KnownTenantsVersion } from './known-tenants-version.ts';

/**
 * Maximum number of cached tenants; the oldest are removed first. An entry of the largest cache takes up to 340 bytes, and the
 * caches of a node together up to 35 MB. Beyond the bound, requests of all tenants in turn find nothing in the cache.
 */
const MAX_CACHED = 50_000;

/** Dependencies of {@link createTenantCache}. */
export interface TenantCacheDependencies {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly tenantsVersion: Pick<KnownTenantsVersion, 'maxAgeMs'>;
}

/** Values by tenant, each with the version of all tenants under which it was read. */
export interface TenantCache<Value> {
  /** Returns the value of a tenant that was read under this version. */
  get(tenant: string, version: number): Value | undefined;
  /**
   * Begins a read, and returns the function that caches a value. A value that is read while this node changes a tenant is not
   * cached, because it may be that before the change. The version must have been read before the value.
   */
  beginRead(): (tenant: string, version: number, value: Value) => void;
  /** Removes the value of a tenant, and discards reads in progress. */
  forget(tenant: string): void;
}

interface Entry<Value> {
  readonly value: Value;
  readonly version: number;
  readonly until: number;
}

/** Creates an empty cache. */
export function createTenantCache<Value>(dependencies: TenantCacheDependencies): TenantCache<Value> {
  const { clock, tenantsVersion } = dependencies;
  const entries = new Map<string, Entry<Value>>();
  let changes = 0;

  return {
    get(tenant, version) {
      const entry = entries.get(tenant);
      return entry?.version === version && clock.monotonic() < entry.until ? entry.value : undefined;
    },
    beginRead() {
      const seen = changes;
      return (tenant, version, value) => {
        if (seen !== changes) return;
        entries.delete(tenant);
        entries.set(tenant, { value, version, until: clock.monotonic() + tenantsVersion.maxAgeMs });
        const [oldest] = entries.keys();
        if (entries.size > MAX_CACHED && oldest !== undefined) entries.delete(oldest);
      };
    },
    forget(tenant) {
      changes += 1;
      entries.delete(tenant);
    },
  };
}
