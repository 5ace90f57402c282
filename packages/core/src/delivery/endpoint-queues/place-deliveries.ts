import type { BacklogOptions } from '../../options/webhook-options.ts';
import type { NewOwnedRow, OwnedRow, Row } from '../../ports/store/tables.ts';
import { isOperational } from '../catalogue/operational-kinds.ts';
import type { DeliveryEvents } from '../events/delivery-events.ts';
import type { HoldReason } from '../subscriptions/hold-reason.ts';
import type { MatchedWebhook } from '../subscriptions/match-webhooks.ts';
import { hasWaiting } from './held-counters.ts';
import type { LeaseOffer } from './immediate-leases.ts';
import type { Lease } from './lease.ts';

/** An event and its matched webhooks. */
export interface Addition {
  readonly event: OwnedRow<'events'>;
  readonly matchedWebhooks: readonly MatchedWebhook[];
}

/** The deliveries of an event that were added, by webhook. */
export interface AddedOfEvent {
  readonly all: readonly number[];
  /** The webhooks whose deliveries may be claimed now. */
  readonly pending: readonly number[];
  /** Endpoint queues that have just become full. */
  readonly full: readonly DeliveryEvents['webhook.backlog'][];
}

/** Rules by which new deliveries are placed. */
export interface PlacingRules {
  readonly now: number;
  readonly limit: number;
  readonly policy: NonNullable<BacklogOptions['policy']>;
  /** The remaining offers; each lease reduces them. */
  readonly offers: Map<number, LeaseOffer>;
}

/** The placed deliveries of an event: their rows, and the webhooks by where their delivery waits. */
export interface PlacedDeliveries extends AddedOfEvent {
  readonly rows: readonly NewOwnedRow<'deliveries'>[];
  /** Webhooks whose delivery is held until there is room. */
  readonly overflowing: readonly number[];
  /** Webhooks whose delivery is held until they are resumed. */
  readonly held: readonly number[];
}

/** Matched webhooks whose endpoint queue is full. */
export interface FullEndpoints {
  readonly active: readonly MatchedWebhook[];
  /** The webhooks whose deliveries are held for now. */
  readonly held: readonly MatchedWebhook[];
}

/** Returns the matched webhooks whose endpoint queue has no room for another delivery. */
export function fullEndpoints(
  { matchedWebhooks }: Addition,
  endpointQueues: ReadonlyMap<number, Row<'endpointQueues'>>,
  { limit }: Pick<PlacingRules, 'limit' | 'policy'>,
): FullEndpoints {
  const isFull = ({ webhook, holdReason }: MatchedWebhook): boolean => {
    const endpointQueue = endpointQueues.get(webhook.id);
    return endpointQueue !== undefined && waitingIn(endpointQueue, holdReason) >= limit;
  };
  const full = matchedWebhooks.filter(isFull);
  return {
    active: full.filter(({ holdReason }) => holdReason === null),
    held: full.filter(({ holdReason }) => holdReason !== null),
  };
}

/** Returns how many deliveries wait where a new one would wait. */
function waitingIn({ pending, overflow, held }: Row<'endpointQueues'>, holdReason: HoldReason | null): number {
  return holdReason === null ? pending + overflow : held;
}

/**
 * Places the deliveries of one event: leased, pending, or held. Updates the counters of `endpointQueues` and the offers, so that the
 * next event finds them as if the rows had been written.
 */
export function placeDeliveries(
  { event, matchedWebhooks }: Addition,
  endpointQueues: Map<number, Row<'endpointQueues'>>,
  { now, limit, policy, offers }: PlacingRules,
): PlacedDeliveries {
  const rows: NewOwnedRow<'deliveries'>[] = [];
  const pending: number[] = [];
  const overflowing: number[] = [];
  const held: number[] = [];
  const full: DeliveryEvents['webhook.backlog'][] = [];
  for (const matchedWebhook of matchedWebhooks) {
    const { webhook, holdReason } = matchedWebhook;
    const endpointQueue = endpointQueues.get(webhook.id);
    if (!endpointQueue) continue;
    // Held deliveries come first, so that the order is kept.
    const lacksRoom = endpointQueue.overflow > 0 || (policy === 'hold' && endpointQueue.pending >= limit);
    const reason = holdReason ?? (lacksRoom ? 'backlog' : null);
    const lease = reason === null && !hasWaiting(endpointQueue) ? takeOffer(offers, webhook.id) : undefined;
    rows.push(newDelivery(event, matchedWebhook, { reason, lease, now }));
    if (lease) continue;
    if (waitingIn(endpointQueue, holdReason) + 1 === limit) {
      full.push({ webhookId: webhook.id, limit, policy, operational: isOperational(event.kind) });
    }
    const [list, counter] =
      reason === null
        ? ([pending, 'pending'] as const)
        : holdReason === null
          ? ([overflowing, 'overflow'] as const)
          : ([held, 'held'] as const);
    list.push(webhook.id);
    endpointQueues.set(webhook.id, { ...endpointQueue, [counter]: endpointQueue[counter] + 1 });
  }
  return { rows, all: rows.map(({ webhookId }) => webhookId), pending, overflowing, held, full };
}

/** Takes one lease of an offer. */
function takeOffer(offers: Map<number, LeaseOffer>, webhookId: number): Lease | undefined {
  const offer = offers.get(webhookId);
  if (!offer || offer.count === 0) return undefined;
  offers.set(webhookId, { ...offer, count: offer.count - 1 });
  return offer.lease;
}

function newDelivery(
  event: OwnedRow<'events'>,
  { webhook }: MatchedWebhook,
  {
    reason,
    lease,
    now,
  }: { readonly reason: HoldReason | null; readonly lease: Lease | undefined; readonly now: number },
): NewOwnedRow<'deliveries'> {
  return {
    tenant: event.tenant,
    eventId: event.id,
    webhookId: webhook.id,
    webhookName: webhook.name,
    status: lease ? 'leased' : reason === null ? 'pending' : 'held',
    holdReason: reason,
    attempts: lease ? 1 : 0,
    attemptsBefore: 0,
    dueAt: now,
    leaseOwner: lease?.owner ?? null,
    leaseGeneration: lease ? 1 : 0,
    leaseUntil: lease?.until ?? null,
    createdAt: now,
  };
}
