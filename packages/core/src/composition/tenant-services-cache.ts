import { unknownTenant } from '../kernel/errors/unknown-tenant.ts';
import type { TenantLimits } from '../options/tenant-limits.ts';
import type { TenantFacts } from '../tenant-cache/tenant-facts.ts';
import type { TenantDirectory } from '../tenants/tenant-directory.ts';
import type { TenantServices } from './tenant-services.ts';

/** Maximum number of tenants whose services are cached, at about 3 kB each; ones that were not used recently are removed first. */
export const MAX_CACHED_TENANTS = 10_000;

/** The cached services of a tenant. */
interface CachedServices {
  readonly markId: string;
  /** As they were at the last request. */
  readonly latest: { limits: TenantLimits };
  readonly services: TenantServices;
  /** True if they were used since they were cached, or since {@link evictOne} passed them. */
  isUsed: boolean;
}

/**
 * Removes services that were not used recently. Each use only sets a flag, because a new place in the order would cost each request
 * several accesses to memory that the processor has not cached.
 */
function evictOne(cache: Map<string, CachedServices>): void {
  for (const [tenant, known] of cache) {
    cache.delete(tenant);
    if (!known.isUsed) return;
    known.isUsed = false;
    cache.set(tenant, known);
  }
}

/** The services of the tenants of an instance. */
export interface TenantServicesCache {
  /**
   * Returns the services of a tenant for a request.
   *
   * @throws ServiceError `TENANT_UNKNOWN`, `TENANT_SUSPENDED`
   */
  forRequest(tenant: string): Promise<TenantServices>;
  /**
   * Returns the services of a tenant in any state, for the work of the instance itself.
   *
   * @throws ServiceError `TENANT_UNKNOWN`
   */
  forInstance(tenant: string): Promise<TenantServices>;
  /** Returns the services of an active tenant; undefined for others. */
  whileActive(tenant: string): Promise<TenantServices | undefined>;
}

/** Creates the {@link TenantServicesCache} of an instance. @param make - makes the services of a tenant, which read its latest limits. */
export function createTenantServicesCache(
  directory: TenantDirectory,
  make: (facts: TenantFacts, limits: () => TenantLimits) => TenantServices,
): TenantServicesCache {
  const cache = new Map<string, CachedServices>();

  const servicesOf = (facts: TenantFacts): TenantServices => {
    const known = cache.get(facts.tenant);
    // A tenant that was removed and created again has another mark id.
    if (known?.markId === facts.markId) {
      known.latest.limits = facts.limits;
      known.isUsed = true;
      return known.services;
    }
    const latest = { limits: facts.limits };
    const services = make(facts, () => latest.limits);
    cache.delete(facts.tenant);
    if (cache.size >= MAX_CACHED_TENANTS) evictOne(cache);
    cache.set(facts.tenant, { markId: facts.markId, latest, services, isUsed: false });
    return services;
  };

  return {
    async forRequest(tenant) {
      return servicesOf(await directory.requireActive(tenant));
    },
    async forInstance(tenant) {
      const facts = await directory.find(tenant);
      if (!facts) throw unknownTenant(tenant);
      return servicesOf(facts);
    },
    async whileActive(tenant) {
      const facts = await directory.find(tenant);
      return facts?.state === 'active' ? servicesOf(facts) : undefined;
    },
  };
}
