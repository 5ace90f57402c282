import type { OwnedRow } from '../../ports/store/tables.ts';
import type { AttemptSubject } from '../attempt/attempt-row.ts';

/** A delivery that this node has leased. */
export interface ClaimedDelivery {
  /** The row after the claim: attempts and lease generation include it. */
  readonly delivery: OwnedRow<'deliveries'>;
  readonly webhook: OwnedRow<'webhooks'>;
  readonly event: OwnedRow<'events'>;
  /** True when the delivery is the half-open probe. */
  readonly probe: boolean;
  /** True when it has a permit of the tenant semaphore, since its tenant has a limit on concurrent deliveries. */
  readonly hasTenantPermit?: boolean;
}

/** Returns the subject of an attempt of a claimed delivery. */
export function subjectOf({ delivery, webhook, event }: ClaimedDelivery): AttemptSubject {
  return { webhook, event, webhookName: delivery.webhookName, deliveryId: delivery.id, dueAt: delivery.dueAt };
}
