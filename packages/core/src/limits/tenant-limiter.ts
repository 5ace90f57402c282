import { requireActiveTenant } from '../kernel/errors/require-active-tenant.ts';
import type { InstanceEvents } from '../kernel/events/instance-events.ts';
import type { TypedEventSink } from '../kernel/events/typed-events.ts';
import type { TenantLimitName, TenantLimits } from '../options/tenant-limits.ts';
import type { StoreTransaction } from '../ports/store/store.ts';
import type { Row } from '../ports/store/tables.ts';
import { limitReached } from './limit-reached.ts';
import { effectiveLimits } from './limits-schema.ts';

/** Limits on the number of rows that a tenant may have. */
type CountedLimit = 'integrations' | 'webhooks' | 'apiKeys' | 'concurrentOperations';

/**
 * Limits on work that changes platforms. It must not begin during the removal of its tenant, which would leave its objects there, so
 * the row of the tenant is locked without a limit, too.
 */
const OF_PLATFORMS: readonly CountedLimit[] = ['integrations', 'concurrentOperations'];

/** Holds a tenant to its limits and to its state. */
export interface TenantLimiter {
  /** Returns the limits that this node knows. Changes by another node arrive within two seconds. */
  limits(): TenantLimits;
  /**
   * Refuses rows if the tenant was suspended or removed after the request arrived.
   *
   * @param options.locks - true to lock the row of the tenant until the transaction ends. @default false
   * @throws ServiceError `TENANT_SUSPENDED`, `TENANT_UNKNOWN`
   */
  requireActive(transaction: StoreTransaction, options?: { readonly locks?: boolean }): Promise<void>;
  /**
   * Refuses rows beyond a limit, and as {@link requireActive} does. Locks the row of the tenant until the transaction ends, so
   * that no other transaction adds rows until then. If the tenant has no limit, the row is locked only for work that changes platforms.
   *
   * @param count - counts the existing rows.
   * @param more - rows to add. @default 1
   * @throws ServiceError `TENANT_LIMIT`, `TENANT_SUSPENDED`, `TENANT_UNKNOWN`
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
  requireActive: async () => {},
  enforce: async () => {},
  report: () => {},
});

/** Returns a limiter of the same tenant for work of the instance: it refuses an inactive tenant, but knows no limits. */
export function withoutLimits(limiter: TenantLimiter): TenantLimiter {
  return {
    ...limiter,
    limits: () => NO_LIMITS,
    enforce: (transaction, name) => limiter.requireActive(transaction, { locks: OF_PLATFORMS.includes(name) }),
  };
}

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
  const activeRow = async (transaction: StoreTransaction, isLocked: boolean): Promise<Row<'tenants'>> => {
    const [row] = await transaction.find('tenants', isLocked ? { lock: 'update' } : {});
    return requireActiveTenant(tenant, row);
  };
  return {
    limits,
    async requireActive(transaction, { locks = false } = {}) {
      await activeRow(transaction, locks);
    },
    async enforce(transaction, name, count, more = 1) {
      const isLimited = limits()[name] !== undefined;
      const row = await activeRow(transaction, isLimited || OF_PLATFORMS.includes(name));
      if (!isLimited) return;
      const limit = effectiveLimits(ofInstance, row.limits)[name];
      if (limit === undefined || (await count()) + more <= limit) return;
      report(name, limit);
      throw limitReached(name, limit, name === 'concurrentOperations' ? OPERATION_RETRY_SECONDS : undefined);
    },
    report,
  };
}
