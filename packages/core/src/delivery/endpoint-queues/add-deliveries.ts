import { DEFAULT_WEBHOOK_OPTIONS } from '../../options/defaults.ts';
import type { BacklogOptions } from '../../options/webhook-options.ts';
import type { AllTenantsTransaction } from '../../ports/store/store.ts';
import type { OwnedRow, Row } from '../../ports/store/tables.ts';
import { addPending } from './add-pending.ts';
import { dropOldest, dropOldestHeld } from './drop-oldest.ts';
import { enforceBacklogLimit } from './enforce-backlog-limit.ts';
import type { LeasedDelivery, LeaseOffer } from './immediate-leases.ts';
import {
  type AddedOfEvent,
  type Addition,
  type FullEndpoints,
  fullEndpoints,
  type PlacedDeliveries,
  placeDeliveries,
} from './place-deliveries.ts';

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
  endpointQueues: ReadonlyMap<number, Row<'endpointQueues'>>,
  { now, backlog = {}, offers }: AddingRules,
): Promise<AddedDeliveries> {
  const { limit = DEFAULT_WEBHOOK_OPTIONS.backlog.limit, policy = DEFAULT_WEBHOOK_OPTIONS.backlog.policy } = backlog;
  const filled = new Map(endpointQueues);
  const remaining = new Map(offers);
  const placed = new Map<number, PlacedDeliveries>();
  for (const addition of additions) {
    const full = fullEndpoints(addition, filled, { limit, policy });
    if (policy === 'reject') enforceBacklogLimit(full.active, limit);
    if (policy !== 'hold') await makeRoom(transaction, full, { now, isAlone: additions.length === 1 });
    placed.set(addition.event.id, placeDeliveries(addition, filled, { now, limit, policy, offers: remaining }));
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

/** Drops the oldest delivery if there is no room for another one. */
async function makeRoom(
  transaction: AllTenantsTransaction,
  { active, held }: FullEndpoints,
  { now, isAlone }: { readonly now: number; readonly isAlone: boolean },
): Promise<void> {
  if (active.length + held.length === 0) return;
  // The oldest may be one that is placed but not yet written.
  if (!isAlone) throw new NoRoomInBatch();
  for (const { webhook } of active) await dropOldest(transaction, webhook, now);
  for (const { webhook } of held) await dropOldestHeld(transaction, webhook, now);
}

/** Returns the ids grouped by how often each occurs. */
function byCount(ids: readonly number[]): readonly (readonly [number, readonly number[]])[] {
  const counts = new Map<number, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  const groups = Map.groupBy(counts.keys(), (id) => counts.get(id) as number);
  return [...groups];
}
