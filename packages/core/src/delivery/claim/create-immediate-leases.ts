import type { Settings } from '../../options/settings.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AllTenantsTransaction } from '../../ports/store/store.ts';
import type { OwnedRow } from '../../ports/store/tables.ts';
import type { TenantSettings } from '../../settings/tenant-settings.ts';
import type { ImmediateLeases, LeaseOffer, LeaseReservation } from '../endpoint-queues/immediate-leases.ts';
import type { RoundRobinScheduler } from '../scheduling/round-robin-scheduler.ts';
import type { TenantSemaphore } from '../scheduling/tenant-semaphore.ts';
import { limitsOf } from './claim-endpoints.ts';
import { ClaimedDelivery } from './claimed-delivery.ts';
import type { HeldTenants } from './held-tenants.ts';
import { LEASE_GRACE_MS } from './lease-grace.ts';

/** Dependencies of {@link createImmediateLeases}. */
export interface ImmediateLeasesDependencies {
  readonly scheduler: Pick<RoundRobinScheduler, 'reserve' | 'unreserve'>;
  readonly tenantSemaphore: Pick<TenantSemaphore, 'beginBatch' | 'hasWaiting' | 'isWaiting'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly settings: Pick<TenantSettings, 'ofAll' | 'base'>;
  readonly heldTenants: Pick<HeldTenants, 'among'>;
  /** This process, in leases. */
  readonly nodeId: string;
  /** Runs the attempt of a leased delivery. */
  readonly send: (leased: ClaimedDelivery, settings: Settings) => void;
  /** Called when permits were released. */
  readonly onReleased: () => void;
  /** Called when the transaction of a reservation has failed. */
  readonly onRolledBack: () => void;
}

/** The immediate leases of a node, and what it reports of attempts. */
export interface NodeLeases extends ImmediateLeases {
  /** Reports a failed attempt. Until it is recorded, its endpoint gets no lease, because the failure may open the breaker. */
  failed(webhookId: number): void;
  /** Reports that the outcome of a failed attempt is recorded. */
  recorded(webhookId: number): void;
}

/** Creates the immediate leases of a node. */
export function createImmediateLeases(dependencies: ImmediateLeasesDependencies): NodeLeases {
  const { scheduler, tenantSemaphore, clock, settings, heldTenants, nodeId, send, onReleased, onRolledBack } =
    dependencies;
  /** The number of unrecorded failures of each endpoint. */
  const failures = new Map<number, number>();

  const reservationOf = (permits: Map<number, number>): LeaseReservation => {
    let settingsOf: ReadonlyMap<string, Settings> = new Map();
    const ofTenants = tenantSemaphore.beginBatch();
    /** The tenants with a limit, whose deliveries have permits of their tenant. */
    const limited = new Set<string>();

    const release = (used?: ReadonlyMap<string, number>): void => {
      ofTenants.releaseUnused(used);
      for (const [webhookId, count] of permits) scheduler.unreserve(webhookId, count);
      permits.clear();
      onReleased();
    };

    return {
      async offers(transaction: AllTenantsTransaction, tenants) {
        const ids = [...permits.keys()];
        const [webhooks, current, rules] = await Promise.all([
          transaction.find('webhooks', { where: { id: { in: ids } } }),
          settings.ofAll(tenants, transaction),
          heldTenants.among(tenants, transaction),
        ]);
        settingsOf = current;
        // The store may run the transaction again.
        ofTenants.releaseUnused();
        limited.clear();
        const now = clock.now();
        /** Returns how many deliveries of the webhook its tenant may have. */
        const countOf = ({ id, tenant }: OwnedRow<'webhooks'>): number => {
          const count = permits.get(id) ?? 0;
          const rule = rules.get(tenant);
          if (rule === undefined) return count;
          if (rule === 'held' || tenantSemaphore.hasWaiting(tenant)) return 0;
          limited.add(tenant);
          return ofTenants.acquire(tenant, rule, count);
        };
        const offers = new Map<number, LeaseOffer>();
        for (const webhook of webhooks) {
          const count = isOpen(webhook, now) ? countOf(webhook) : 0;
          if (count === 0) continue;
          const { webhookDeadlineMs } = current.get(webhook.tenant) ?? settings.base;
          const lease = { owner: nodeId, now, until: now + webhookDeadlineMs + LEASE_GRACE_MS };
          offers.set(webhook.id, { webhook, lease, count });
        }
        return offers;
      },
      send(leased) {
        const used = new Map<string, number>();
        for (const leasedDelivery of leased) {
          const { id, tenant } = leasedDelivery.webhook;
          const hasTenantPermit = limited.has(tenant);
          permits.set(id, (permits.get(id) ?? 0) - 1);
          if (hasTenantPermit) used.set(tenant, (used.get(tenant) ?? 0) + 1);
          send(new ClaimedDelivery(leasedDelivery, { hasTenantPermit }), settingsOf.get(tenant) ?? settings.base);
        }
        release(used);
      },
      release() {
        release();
        onRolledBack();
      },
    };
  };

  return {
    reserve(webhooks) {
      const permits = new Map<number, number>();
      for (const { id, tenant } of webhooks) {
        if (failures.has(id) || tenantSemaphore.isWaiting(id)) continue;
        if (scheduler.reserve(id, tenant)) permits.set(id, (permits.get(id) ?? 0) + 1);
      }
      return permits.size === 0 ? undefined : reservationOf(permits);
    },
    failed(webhookId) {
      failures.set(webhookId, (failures.get(webhookId) ?? 0) + 1);
    },
    recorded(webhookId) {
      const left = (failures.get(webhookId) ?? 0) - 1;
      if (left > 0) failures.set(webhookId, left);
      else failures.delete(webhookId);
    },
  };
}

/** Returns whether deliveries to a webhook need no claim: nothing but the limits of this node restricts them. */
function isOpen(webhook: OwnedRow<'webhooks'>, now: number): boolean {
  return webhook.state === 'active' && limitsOf(webhook, now).ahead;
}
