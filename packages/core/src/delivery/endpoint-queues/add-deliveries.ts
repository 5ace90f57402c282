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
}

/** The deliveries of an event that were added, by webhook. */
export interface AddedDeliveries {
  readonly all: readonly number[];
  /** The webhooks whose deliveries may be sent now. */
  readonly pending: readonly number[];
  /** Endpoint queues that have just become full. */
  readonly full: readonly DeliveryEvents['webhook.backlog'][];
}

type EndpointQueues = ReadonlyMap<number, Row<'endpointQueues'>>;

interface PlacingRules {
  readonly now: number;
  readonly limit: number;
  readonly policy: NonNullable<BacklogOptions['policy']>;
}

/** The places of an event's deliveries. */
interface Placed extends AddedDeliveries {
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
 * @returns the added deliveries, by the id of the event.
 * @throws ServiceError `WEBHOOK_BACKLOG_FULL` if an endpoint queue is full and the policy is `reject`.
 */
export async function addDeliveries(
  transaction: AllTenantsTransaction,
  additions: readonly Addition[],
  endpointQueues: EndpointQueues,
  { now, backlog = {} }: AddingRules,
): Promise<ReadonlyMap<number, AddedDeliveries>> {
  const { limit = DEFAULT_WEBHOOK_OPTIONS.backlog.limit, policy = DEFAULT_WEBHOOK_OPTIONS.backlog.policy } = backlog;
  const filled = new Map(endpointQueues);
  const placed = new Map<number, Placed>();
  for (const addition of additions) {
    const full = fullFor(addition, filled, { limit, policy });
    if (policy === 'reject') enforceBacklogLimit(full.active, limit);
    if (policy !== 'hold') await makeRoom(transaction, full, { now, isAlone: additions.length === 1 });
    placed.set(addition.event.id, place(addition, filled, { now, limit, policy }));
  }
  const all = [...placed.values()];
  await Promise.all([
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
  return placed;
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
  { now, limit, policy }: PlacingRules,
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
    rows.push(newDelivery(event, matchedWebhook, reason, now));
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
  holdReason: HoldReason | null,
  now: number,
): NewOwnedRow<'deliveries'> {
  return {
    tenant: event.tenant,
    eventId: event.id,
    webhookId: webhook.id,
    webhookName: webhook.name,
    status: holdReason === null ? 'pending' : 'held',
    holdReason,
    attempts: 0,
    attemptsBefore: 0,
    dueAt: now,
    leaseGeneration: 0,
    createdAt: now,
  };
}
