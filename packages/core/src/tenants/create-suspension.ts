import { hasWaiting } from '../delivery/endpoint-queues/held-counters.ts';
import { lockEndpointQueues } from '../delivery/endpoint-queues/lock-endpoint-queues.ts';
import { wakeEndpoint } from '../delivery/endpoint-queues/wake-endpoint.ts';
import type { DeliveryEventSink } from '../delivery/events/delivery-events.ts';
import { bumpSubscriptionsVersion } from '../delivery/subscriptions/subscriptions-version.ts';
import type { Clock } from '../ports/clock.ts';
import type { JobQueue } from '../ports/job-queue.ts';
import type { AllTenantsStore, AllTenantsTransaction } from '../ports/store/store.ts';
import type { TenantState } from '../tenant-cache/tenant-facts.ts';
import { bumpTenantsVersion } from '../tenant-cache/tenants-version.ts';
import { lockTenant } from './lock-tenant.ts';
import type { TenantDirectory } from './tenant-directory.ts';

/** Dependencies of {@link createSuspension}. */
export interface SuspensionDependencies {
  readonly store: AllTenantsStore;
  readonly clock: Clock;
  readonly queue: JobQueue;
  readonly events: DeliveryEventSink;
  readonly directory: TenantDirectory;
}

/** The suspension of tenants. */
export interface Suspension {
  /** @throws ServiceError `TENANT_UNKNOWN` */
  suspend(tenant: string): Promise<void>;
  /** @throws ServiceError `TENANT_UNKNOWN` */
  resume(tenant: string): Promise<void>;
}

/** Maximum number of rows in one statement. */
const SLICE = 500;

/** Creates the {@link Suspension} of an instance. Endpoint queues become idle by themselves: the next claim finds the tenant suspended. */
export function createSuspension(dependencies: SuspensionDependencies): Suspension {
  const { store, clock, queue, events, directory } = dependencies;

  /** Changes the state of a tenant in a transaction; returns whether it had another one. */
  const enter = async (transaction: AllTenantsTransaction, tenant: string, state: TenantState): Promise<boolean> => {
    const row = await lockTenant(transaction, tenant);
    if (row.state === state) return false;
    const now = clock.now();
    const patch = { state, stateSince: now, version: { increment: 1 }, updatedAt: now };
    await transaction.update('tenants', { tenant, version: row.version }, patch);
    transaction.afterCommit(() => directory.forget(tenant));
    return true;
  };

  return {
    async suspend(tenant) {
      await store.transaction(async (transaction) => {
        if (!(await enter(transaction, tenant, 'suspended'))) return;
        // Notifications that are being published find it changed, and then suspended.
        await bumpSubscriptionsVersion(transaction.scoped(tenant));
        await bumpTenantsVersion(transaction.scoped(tenant));
      });
    },
    async resume(tenant) {
      // All or nothing, because an active tenant whose endpoint queues are not due would wait for its next event.
      const due = await store.transaction(async (transaction) => {
        if (!(await enter(transaction, tenant, 'active'))) return [];
        const webhookIds = await makeDue(transaction, tenant, clock.now());
        await bumpTenantsVersion(transaction.scoped(tenant));
        return webhookIds;
      });
      for (const webhookId of due) void wakeEndpoint({ queue, events }, webhookId);
    },
  };
}

/** Makes the endpoint queues of a tenant with waiting deliveries due; returns the ids of their webhooks. */
async function makeDue(transaction: AllTenantsTransaction, tenant: string, now: number): Promise<readonly number[]> {
  const webhooks = await transaction.find('webhooks', { where: { tenant }, orderBy: [['id', 'asc']] });
  const due: number[] = [];
  for (let from = 0; from < webhooks.length; from += SLICE) {
    const ids = webhooks.slice(from, from + SLICE).map(({ id }) => id);
    const endpointQueues = await lockEndpointQueues(transaction, ids);
    const waiting = [...endpointQueues.values()].filter(hasWaiting);
    const waitingIds = waiting.map(({ webhookId }) => webhookId);
    if (waitingIds.length === 0) continue;
    await transaction.update('endpointQueues', { webhookId: { in: waitingIds } }, { nextDueAt: now });
    due.push(...waitingIds);
  }
  return due;
}
