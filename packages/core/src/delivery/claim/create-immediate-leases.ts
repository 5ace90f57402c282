import type { Settings } from '../../options/settings.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AllTenantsTransaction } from '../../ports/store/store.ts';
import type { OwnedRow } from '../../ports/store/tables.ts';
import type { TenantSettings } from '../../settings/tenant-settings.ts';
import type {
  ImmediateLeases,
  LeasedDelivery,
  LeaseOffer,
  LeaseReservation,
} from '../endpoint-queues/immediate-leases.ts';
import type { RoundRobinScheduler } from '../scheduling/round-robin-scheduler.ts';
import { limitsOf } from './claim-endpoints.ts';
import type { HeldTenants } from './held-tenants.ts';
import { LEASE_GRACE_MS } from './lease-grace.ts';

/** Dependencies of {@link createImmediateLeases}. */
export interface ImmediateLeasesDependencies {
  readonly scheduler: Pick<RoundRobinScheduler, 'reserve' | 'unreserve'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly settings: Pick<TenantSettings, 'ofAll' | 'base'>;
  readonly heldTenants: Pick<HeldTenants, 'among'>;
  /** This process, in leases. */
  readonly nodeId: string;
  /** Runs the attempt of a leased delivery. */
  readonly send: (leased: LeasedDelivery, settings: Settings) => void;
  /** Called when places were released. */
  readonly onReleased: () => void;
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
  const { scheduler, clock, settings, heldTenants, nodeId, send, onReleased } = dependencies;
  /** The number of unrecorded failures of each endpoint. */
  const failures = new Map<number, number>();

  const reservationOf = (places: Map<number, number>): LeaseReservation => {
    let settingsOf: ReadonlyMap<string, Settings> = new Map();

    const release = (): void => {
      for (const [webhookId, count] of places) scheduler.unreserve(webhookId, count);
      places.clear();
      onReleased();
    };

    return {
      async offers(transaction: AllTenantsTransaction, tenants) {
        const ids = [...places.keys()];
        const [webhooks, current, rules] = await Promise.all([
          transaction.find('webhooks', { where: { id: { in: ids } } }),
          settings.ofAll(tenants, transaction),
          heldTenants.among(tenants, transaction),
        ]);
        settingsOf = current;
        const now = clock.now();
        const offerOf = (webhook: OwnedRow<'webhooks'>): LeaseOffer => {
          const { webhookDeadlineMs } = current.get(webhook.tenant) ?? settings.base;
          const lease = { owner: nodeId, now, until: now + webhookDeadlineMs + LEASE_GRACE_MS };
          return { webhook, lease, count: places.get(webhook.id) ?? 0 };
        };
        const open = webhooks.filter((webhook) => isOpen(webhook, now) && !rules.has(webhook.tenant));
        return new Map(open.map((webhook) => [webhook.id, offerOf(webhook)]));
      },
      send(leased) {
        for (const each of leased) {
          const { id, tenant } = each.webhook;
          places.set(id, (places.get(id) ?? 0) - 1);
          send(each, settingsOf.get(tenant) ?? settings.base);
        }
        release();
      },
      release,
    };
  };

  return {
    reserve(webhooks) {
      const places = new Map<number, number>();
      for (const { id, tenant } of webhooks) {
        if (!failures.has(id) && scheduler.reserve(id, tenant)) places.set(id, (places.get(id) ?? 0) + 1);
      }
      return places.size === 0 ? undefined : reservationOf(places);
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
