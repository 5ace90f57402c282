import { isoTime } from '../kernel/time/iso-time.ts';
import type { OwnTenantLimits } from '../options/tenant-limits.ts';
import type { OwnedRow } from '../ports/store/tables.ts';
import type { TenantState } from '../tenant-cache/tenant-facts.ts';
import type { TenantView } from './tenants-service.ts';

/** Returns the view of a stored tenant. */
export function toTenantView(row: OwnedRow<'tenants'>): TenantView {
  const { tenant, name, state, stateSince, limits, createdAt, updatedAt } = row;
  return {
    id: tenant,
    ...(name !== null && { name }),
    state: state as TenantState,
    stateSince: isoTime(stateSince),
    limits: limits as OwnTenantLimits,
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
  };
}
