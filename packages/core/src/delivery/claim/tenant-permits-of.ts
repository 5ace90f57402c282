import type { ClaimResult } from './claim.ts';

/** Returns the number of permits that claimed deliveries have, by tenant. */
export function tenantPermitsOf(claims: readonly ClaimResult[]): ReadonlyMap<string, number> {
  const permits = new Map<string, number>();
  for (const { claimed } of claims) {
    for (const { hasTenantPermit, webhook } of claimed) {
      if (hasTenantPermit) permits.set(webhook.tenant, (permits.get(webhook.tenant) ?? 0) + 1);
    }
  }
  return permits;
}
