import { effectiveLimits } from '../limits/limits-schema.ts';
import type { TenantLimits } from '../options/tenant-limits.ts';
import type { OwnedRow } from '../ports/store/tables.ts';
import type { TenantCache } from './create-tenant-cache.ts';

/** The state of a tenant. */
export type TenantState = 'active' | 'suspended' | 'removing' | 'importing';

/** The facts of a tenant that its requests and its deliveries need. */
export interface TenantFacts {
  readonly tenant: string;
  readonly state: TenantState;
  /** A random id, which is part of the marks of its objects on platforms. */
  readonly markId: string;
  /** Its own, and those of the instance where it has none of its own. */
  readonly limits: TenantLimits;
}

/** The facts of tenants that a node knows. Requests and deliveries share them. */
export type TenantFactsCache = TenantCache<TenantFacts>;

/** Returns the facts of a row. @param ofInstance - the limits of each tenant. */
export function tenantFactsOf(
  { tenant, state, markId, limits }: OwnedRow<'tenants'>,
  ofInstance: TenantLimits,
): TenantFacts {
  return { tenant, state: state as TenantState, markId, limits: effectiveLimits(ofInstance, limits) };
}
