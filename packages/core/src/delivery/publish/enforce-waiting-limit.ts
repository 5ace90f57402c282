import type { ServiceError } from '../../kernel/errors/service-error.ts';
import { limitReached } from '../../limits/limit-reached.ts';
import { effectiveLimits } from '../../limits/limits-schema.ts';
import type { TenantLimits } from '../../options/tenant-limits.ts';
import type { AllTenantsTransaction } from '../../ports/store/store.ts';
import type { OwnedRow } from '../../ports/store/tables.ts';
import { heldIn } from '../endpoint-queues/held-counters.ts';
import type { Addition } from '../endpoint-queues/place-deliveries.ts';

/** Seconds after which a refused notification can be published again. */
const RETRY_SECONDS = 5;

/**
 * Refuses the events whose deliveries would exceed the limit of waiting deliveries of their tenant, and removes them. The
 * others of a batch are published.
 *
 * @param tenants - the rows of the tenants with this limit, locked.
 * @returns the refusals, by the id of the event.
 */
export async function enforceWaitingLimit(
  transaction: AllTenantsTransaction,
  tenants: readonly OwnedRow<'tenants'>[],
  additions: readonly Addition[],
  ofInstance: TenantLimits,
): Promise<ReadonlyMap<number, ServiceError>> {
  const refused = new Map<number, ServiceError>();
  if (tenants.length === 0) return refused;
  const where = { tenant: { in: tenants.map(({ tenant }) => tenant) } };
  const waiting = new Map<string, number>();
  const waitingOf = (tenant: string): number => waiting.get(tenant) ?? 0;
  for (const endpointQueue of await transaction.find('endpointQueues', { where })) {
    const { tenant, pending } = endpointQueue;
    waiting.set(tenant, waitingOf(tenant) + pending + heldIn(endpointQueue));
  }
  const limitOf = new Map(
    tenants.map(({ tenant, limits }) => [tenant, effectiveLimits(ofInstance, limits).waitingDeliveries]),
  );
  for (const { event, matchedWebhooks } of additions) {
    const limit = limitOf.get(event.tenant);
    const count = waitingOf(event.tenant) + matchedWebhooks.length;
    if (limit === undefined || matchedWebhooks.length === 0 || count <= limit) waiting.set(event.tenant, count);
    else refused.set(event.id, limitReached('waitingDeliveries', limit, RETRY_SECONDS));
  }
  if (refused.size > 0) await transaction.remove('events', { id: { in: [...refused.keys()] } });
  return refused;
}
