import type { AllTenantsTransaction } from '../../ports/store/store.ts';
import type { OwnedRow } from '../../ports/store/tables.ts';
import type { Lease } from './lease.ts';

/** A new delivery that this node leased in the transaction that added it. */
export interface LeasedDelivery {
  readonly delivery: OwnedRow<'deliveries'>;
  readonly webhook: OwnedRow<'webhooks'>;
  readonly event: OwnedRow<'events'>;
}

/** The lease that new deliveries of an endpoint may get. */
export interface LeaseOffer {
  /** The row as the transaction sees it. */
  readonly webhook: OwnedRow<'webhooks'>;
  readonly lease: Lease;
  /** The number of deliveries. */
  readonly count: number;
}

/** The permits for deliveries that a transaction has reserved on this node. */
export interface LeaseReservation {
  /**
   * Returns the offers by webhook. Call it in the transaction after it has locked the endpoint queues. A webhook without an offer
   * has a breaker, a limit or a state that a claim must consider.
   *
   * @param tenants - the tenants of the webhooks.
   */
  offers(transaction: AllTenantsTransaction, tenants: Iterable<string>): Promise<ReadonlyMap<number, LeaseOffer>>;
  /** Sends the leased deliveries, after the commit, and releases the other permits. */
  send(leased: readonly LeasedDelivery[]): void;
  /** Releases all permits after a rollback. */
  release(): void;
}

/**
 * Leases for new deliveries. The transaction that publishes a notification leases its deliveries for this node, so that they are
 * sent after the commit without a claim. It does so while no endpoint queue waits for a permit, and beyond that for tenants with few
 * deliveries in progress.
 */
export interface ImmediateLeases {
  /**
   * Reserves a permit for each delivery as long as there are any.
   *
   * @param webhooks - the endpoint of each delivery.
   * @returns undefined if no permit is free.
   */
  reserve(webhooks: readonly Pick<OwnedRow<'webhooks'>, 'id' | 'tenant'>[]): LeaseReservation | undefined;
}
