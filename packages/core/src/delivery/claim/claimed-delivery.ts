import type { OwnedRow } from '../../ports/store/tables.ts';
import type { AttemptSubject } from '../attempt/attempt-row.ts';
import type { LeasedDelivery } from '../endpoint-queues/immediate-leases.ts';

/**
 * A delivery that this node has leased.
 *
 * It is a class, because V8 may allocate object literals that live this long in the old generation, where each would keep its rows in
 * memory until a major garbage collection.
 */
export class ClaimedDelivery implements AttemptSubject {
  /** The row after the claim: attempts and lease generation include it. */
  readonly delivery: OwnedRow<'deliveries'>;
  readonly webhook: OwnedRow<'webhooks'>;
  readonly event: OwnedRow<'events'>;
  /** True when the delivery is the half-open probe. */
  readonly probe: boolean;
  /** True when it has a permit of the tenant semaphore, since its tenant has a limit on concurrent deliveries. */
  readonly hasTenantPermit: boolean;

  constructor({ delivery, webhook, event }: LeasedDelivery, { probe = false, hasTenantPermit = false } = {}) {
    this.delivery = delivery;
    this.webhook = webhook;
    this.event = event;
    this.probe = probe;
    this.hasTenantPermit = hasTenantPermit;
  }

  get webhookName(): string {
    return this.delivery.webhookName;
  }

  get deliveryId(): number {
    return this.delivery.id;
  }

  get dueAt(): number {
    return this.delivery.dueAt;
  }
}
