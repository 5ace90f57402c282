import { DEFAULT_WEBHOOK_OPTIONS } from '../../options/defaults.ts';
import type { BacklogOptions } from '../../options/webhook-options.ts';
import type { AllTenantsTransaction } from '../../ports/store/store.ts';
import type { NewOwnedRow, OwnedRow, Row } from '../../ports/store/tables.ts';
import { isOperational } from '../catalogue/operational-kinds.ts';
import type { DeliveryEvents } from '../events/delivery-events.ts';
import type { HoldReason } from '../subscriptions/hold-reason.ts';
import type { MatchedWebhook } from '../subscriptions/match-webhooks.ts';
import { addPending } from './add-pending.ts';
import { dropOldest, dropOldestHeld } from './drop-oldest.ts';
import { enforceBacklogLimit } from './enforce-backlog-limit.ts';
import { hasWaiting } from './held-counters.ts';
import type { LeasedDelivery, LeaseOffer } from './immediate-leases.ts';
import type { Lease } from './lease.ts';

/** An event and its matched webhooks. */
export interface Addition {
  readonly event: OwnedRow<'events'>;
  readonly matchedWebhooks: readonly MatchedWebhook[];
}

/** The time at which deliveries are added, and the backlog limit. */
export interface AddingRules {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly backlog?: BacklogOptions | undefined;
  /** The leases that new deliveries may get, by webhook. @default none */
  readonly offers?: ReadonlyMap<number, LeaseOffer> | undefined;
}

/** The deliveries that were added. */
export interface AddedDeliveries {
  readonly byEvent: ReadonlyMap<number, AddedOfEvent>;
  /** The deliveries that this node has leased. */
  readonly leased: readonly LeasedDelivery[];
}

/** The deliveries of an event that were added, by webhook. */
export interface AddedOfEvent {
  readonly all: readonly number[];
  /** The webhooks whose deliveries may be claimed now. */
  readonly pending: readonly number[];
  /** Endpoint queues that have just become full. */
  readonly full: readonly DeliveryEvents['webhook.backlog'][];
}

type EndpointQueues = ReadonlyMap<number, Row<'endpointQueues'>>;

interface PlacingRules {
  readonly now: number;
  readonly limit: number;
  readonly policy: NonNullable<BacklogOptions['policy']>;
  /** The remaining offers; each lease reduces them. */
  readonly offers: Map<number, LeaseOffer>;
}

/** The places of an event's deliveries. */
interface Placed extends AddedOfEvent {
  readonly rows: readonly NewOwnedRow<'deliveries'>[];
  /** Webhooks whose delivery is held until there is room. */
  readonly overflowing: readonly number[];
  /** Webhooks whose delivery is held until they are resumed. */
  readonly held: readonly number[];
}

/**
 * Writes one delivery per matched webhook of each event. Webhooks that were deleted in between have no endpoint queue and are
 * skipped.
 *
 * @param endpointQueues - the locked endpoint queues of the matched webhooks.
 * @throws ServiceError `WEBHOOK_BACKLOG_FULL` if an endpoint queue is full and the policy is `reject`.
 */
export async function addDeliveries(
  transaction: AllTenantsTransaction,
  additions: readonly Addition[],
  endpointQueues: EndpointQueues,
  { now, backlog = {}, offers }: AddingRules,
): Promise<AddedDeliveries> {
  const { limit = DEFAULT_WEBHOOK_OPTIONS.backlog.limit, policy = DEFAULT_WEBHOOK_OPTIONS.backlog.policy } = backlog;
  const filled = new Map(endpointQueues);
  const remaining = new Map(offers);
  const placed = new Map<number, Placed>();
  for (const addition of additions) {
    const full = fullFor(addition, filled, { limit, policy });
    if (policy === 'reject') enforceBacklogLimit(full.active, limit);
    if (policy !== 'hold') await makeRoom(transaction, full, { now, isAlone: additions.length === 1 });
    placed.set(addition.event.id, place(addition, filled, { now, limit, policy, offers: remaining }));
  }
  const all = [...placed.values()];
  const [rows] = await Promise.all([
    transaction.insertOwned(
      'deliveries',
      all.flatMap(({ rows }) => rows),
    ),
    ...byCount(all.flatMap(({ pending }) => pending)).map(([count, ids]) =>
      addPending(
        transaction,
        ids.flatMap((id) => endpointQueues.get(id) ?? []),
        now,
        count,
      ),
    ),
    ...byCount(all.flatMap(({ overflowing }) => overflowing)).map(([count, ids]) =>
      transaction.update('endpointQueues', { webhookId: { in: ids } }, { overflow: { increment: count } }),
    ),
    ...byCount(all.flatMap(({ held }) => held)).map(([count, ids]) =>
      transaction.update('endpointQueues', { webhookId: { in: ids } }, { held: { increment: count } }),
    ),
  ]);
  return { byEvent: placed, leased: offers ? leasedOf(rows, additions, offers) : [] };
}

/** Returns the rows that were added as leased, with their events and webhooks. */
function leasedOf(
  rows: readonly OwnedRow<'deliveries'>[],
  additions: readonly Addition[],
  offers: ReadonlyMap<number, LeaseOffer>,
): readonly LeasedDelivery[] {
  const events = new Map(additions.map(({ event }) => [event.id, event]));
  return rows.flatMap((delivery) => {
    const event = events.get(delivery.eventId);
    const webhook = offers.get(delivery.webhookId)?.webhook;
    return delivery.status === 'leased' && event && webhook ? [{ delivery, webhook, event }] : [];
  });
}

/** The batch has no room, so each event has to be added alone. */
class NoRoomInBatch extends Error {}

/** Matched webhooks whose endpoint queue is full. */
interface Full {
  readonly active: readonly MatchedWebhook[];
  /** The webhooks whose deliveries are held for now. */
  readonly held: readonly MatchedWebhook[];
}

function fullFor(
  { matchedWebhooks }: Addition,
  endpointQueues: EndpointQueues,
  { limit }: Pick<PlacingRules, 'limit' | 'policy'>,
): Full {
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

/** Returns how many deliveries wait in the place of a new one. */
function waitingIn({ pending, overflow, held }: Row<'endpointQueues'>, holdReason: HoldReason | null): number {
  return holdReason === null ? pending + overflow : held;
}

/** Drops the oldest delivery if there is no room for another one. */
async function makeRoom(
  transaction: AllTenantsTransaction,
  { active, held }: Full,
  { now, isAlone }: { readonly now: number; readonly isAlone: boolean },
): Promise<void> {
  if (active.length + held.length === 0) return;
  // The oldest may be one that is placed but not yet written.
  if (!isAlone) throw new NoRoomInBatch();
  for (const { webhook } of active) await dropOldest(transaction, webhook, now);
  for (const { webhook } of held) await dropOldestHeld(transaction, webhook, now);
}

/** Places the deliveries of one event and updates `endpointQueues`. */
function place(
  { event, matchedWebhooks }: Addition,
  endpointQueues: Map<number, Row<'endpointQueues'>>,
  { now, limit, policy, offers }: PlacingRules,
): Placed {
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

/** Returns the ids grouped by how often each occurs. */
function byCount(ids: readonly number[]): readonly (readonly [number, readonly number[]])[] {
  const counts = new Map<number, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  const groups = Map.groupBy(counts.keys(), (id) => counts.get(id) as number);
  return [...groups];
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
