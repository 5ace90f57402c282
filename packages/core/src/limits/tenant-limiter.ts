import { unknownTenant } from '../kernel/errors/unknown-tenant.ts';
import type { InstanceEvents } from '../kernel/events/instance-events.ts';
import type { TypedEventSink } from '../kernel/events/typed-events.ts';
import type { TenantLimitName, TenantLimits } from '../options/tenant-limits.ts';
import type { StoreTransaction } from '../ports/store/store.ts';
import { limitReached } from './limit-reached.ts';
import { effectiveLimits } from './limits-schema.ts';

/** Limits on the number of rows that a tenant may have. */
type CountedLimit = 'integrations' | 'webhooks' | 'apiKeys' | 'concurrentOperations';

/**
 * Limits on work that changes platforms. It must not begin during the removal of its tenant, which would leave its objects there, so
 * the row of the tenant is locked without a limit, too.
 */
const OF_PLATFORMS: readonly CountedLimit[] = ['integrations', 'concurrentOperations'];

/** Holds a tenant to its limits. */
export interface TenantLimiter {
  /** Returns the limits that this node knows. Changes by another node arrive within two seconds. */
  limits(): TenantLimits;
  /**
   * Refuses rows beyond a limit, and all rows if the tenant was removed after the request arrived. Locks the row of the tenant
   * until the transaction ends, so that no other transaction adds rows meanwhile; without the limit, only for work that changes
   * platforms.
   *
   * @param count - counts the existing rows.
   * @param more - rows to add. @default 1
   * @throws ServiceError `TENANT_LIMIT`, `TENANT_UNKNOWN`
   */
  enforce(
    transaction: StoreTransaction,
    name: CountedLimit,
    count: () => Promise<number>,
    more?: number,
  ): Promise<void>;
  /** Reports a reached limit to the host, as an event. */
  report(limit: TenantLimitName, value: number): void;
}

const NO_LIMITS: TenantLimits = Object.freeze({});

/** The limiter of the default tenant and of the instance's own work. */
export const UNLIMITED: TenantLimiter = Object.freeze({
  limits: () => NO_LIMITS,
  enforce: async () => {},
  report: () => {},
});

/** Seconds after which a refused operation can be tried again. */
const OPERATION_RETRY_SECONDS = 5;

/** Dependencies of {@link createTenantLimiter}. */
export interface TenantLimiterDependencies {
  readonly tenant: string;
  /** The limits of each tenant of the instance. */
  readonly ofInstance: TenantLimits;
  /** Returns the limits of the tenant as this node knows them. */
  readonly limits: () => TenantLimits;
  /** The events of the tenant. */
  readonly events: TypedEventSink<InstanceEvents>;
}

/** Makes the {@link TenantLimiter} of a tenant. */
export function createTenantLimiter({ tenant, ofInstance, limits, events }: TenantLimiterDependencies): TenantLimiter {
  const report = (limit: TenantLimitName, value: number): void => events.emit('tenant.limit', { limit, value });
  return {
    limits,
    async enforce(transaction, name, count, more = 1) {
      const isLimited = limits()[name] !== undefined;
      const isLocked = isLimited || OF_PLATFORMS.includes(name);
      const [row] = await transaction.find('tenants', isLocked ? { lock: 'update' } : {});
      if (!row || row.state === 'removing') throw unknownTenant(tenant);
      if (!isLimited) return;
      const limit = effectiveLimits(ofInstance, row.limits)[name];
      if (limit === undefined || (await count()) + more <= limit) return;
      report(name, limit);
      throw limitReached(name, limit, name === 'concurrentOperations' ? OPERATION_RETRY_SECONDS : undefined);
    },
    report,
  };
}
