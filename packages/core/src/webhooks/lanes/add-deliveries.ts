import type { PortcullisEvents } from '../../events/portcullis-events.ts';
import type { BacklogOptions } from '../../portcullis-options.ts';
import type { StoreTransaction } from '../../ports/store/store.ts';
import type { NewRow, Row } from '../../ports/store/tables.ts';
import type { HoldReason } from '../dispatcher/put-aside.ts';
import type { Addressee } from '../matching/choose-addressees.ts';
import { isOperational } from '../operational/operational-kinds.ts';
import { addPending } from './add-pending.ts';
import { dropOldest } from './drop-oldest.ts';
import { refuseBacklog } from './refuse-backlog.ts';

/** An event, and whom it is for. */
export interface Addition {
  readonly event: Row<'events'>;
  readonly addressees: readonly Addressee[];
}

/** When deliveries are added, and how many may wait. */
export interface AddingRules {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly backlog?: BacklogOptions | undefined;
}

/** The deliveries of an event that were added, by webhook. */
export interface AddedDeliveries {
  readonly all: readonly number[];
  /** Those that may be made now. */
  readonly pending: readonly number[];
  /** Lanes that have just become full. */
  readonly full: readonly PortcullisEvents['webhook.backlog'][];
}

type Lanes = ReadonlyMap<number, Row<'lanes'>>;

interface PlacingRules {
  readonly now: number;
  readonly limit: number;
  readonly policy: NonNullable<BacklogOptions['policy']>;
}

/** Where an event's deliveries go. */
interface Placed extends AddedDeliveries {
  readonly rows: readonly NewRow<'deliveries'>[];
  /** Webhooks whose delivery is held for want of room. */
  readonly overflowing: readonly number[];
}

const DEFAULT_LIMIT = 100_000;

/**
 * Writes one delivery an addressee of each event. Webhooks that were deleted meanwhile have no lane any more and are left out.
 *
 * @param lanes - those of the addressees, locked.
 * @returns what was added, by the id of the event.
 * @throws ServiceError `WEBHOOK_BACKLOG_FULL` when a lane is full and the policy says so.
 */
export async function addDeliveries(
  transaction: StoreTransaction,
  additions: readonly Addition[],
  lanes: Lanes,
  { now, backlog = {} }: AddingRules,
): Promise<ReadonlyMap<number, AddedDeliveries>> {
  const { limit = DEFAULT_LIMIT, policy = 'hold' } = backlog;
  const filled = new Map(lanes);
  const placed = new Map<number, Placed>();
  for (const addition of additions) {
    const full = fullFor(addition, filled, limit);
    if (policy === 'reject') refuseBacklog(full, limit);
    // The oldest may be one of those that are only placed yet.
    if (policy === 'drop-oldest' && full.length > 0 && additions.length > 1) throw new NoRoomTogether();
    if (policy === 'drop-oldest') for (const { webhook } of full) await dropOldest(transaction, webhook, now);
    placed.set(addition.event.id, place(addition, filled, full, { now, limit, policy }));
  }
  const all = [...placed.values()];
  await Promise.all([
    transaction.insertAbsent(
      'deliveries',
      all.flatMap(({ rows }) => rows),
    ),
    ...byCount(all.flatMap(({ pending }) => pending)).map(([count, ids]) =>
      addPending(
        transaction,
        ids.flatMap((id) => lanes.get(id) ?? []),
        now,
        count,
      ),
    ),
    ...byCount(all.flatMap(({ overflowing }) => overflowing)).map(([count, ids]) =>
      transaction.update('lanes', { webhookId: { in: ids } }, { overflow: { increment: count } }),
    ),
  ]);
  return placed;
}

/** Each is to be added alone. */
class NoRoomTogether extends Error {}

/** The addressees whose lanes have no room. What is held aside goes first, so that the order stays. */
function fullFor({ addressees }: Addition, lanes: Lanes, limit: number): readonly Addressee[] {
  return addressees.filter(({ webhook, holdReason }) => {
    const lane = lanes.get(webhook.id);
    return lane && holdReason === null && (lane.pending >= limit || lane.overflow > 0);
  });
}

/** Places the deliveries of one event; `lanes` then has them. @param crowded - its addressees whose lanes have no room. */
function place(
  { event, addressees }: Addition,
  lanes: Map<number, Row<'lanes'>>,
  crowded: readonly Addressee[],
  { now, limit, policy }: PlacingRules,
): Placed {
  const held = new Set(policy === 'hold' ? crowded : []);
  const rows: NewRow<'deliveries'>[] = [];
  const pending: number[] = [];
  const overflowing: number[] = [];
  const full: PortcullisEvents['webhook.backlog'][] = [];
  for (const addressee of addressees) {
    const { webhook, holdReason } = addressee;
    const lane = lanes.get(webhook.id);
    if (!lane) continue;
    const overflows = held.has(addressee);
    rows.push(newDelivery(event, addressee, overflows ? 'backlog' : holdReason, now));
    if (holdReason !== null) continue;
    if (lane.pending + 1 === limit && lane.overflow === 0) {
      full.push({ webhookId: webhook.id, limit, policy, operational: isOperational(event.kind) });
    }
    (overflows ? overflowing : pending).push(webhook.id);
    const { pending: waiting, overflow } = lane;
    lanes.set(webhook.id, { ...lane, ...(overflows ? { overflow: overflow + 1 } : { pending: waiting + 1 }) });
  }
  return { rows, all: rows.map(({ webhookId }) => webhookId), pending, overflowing, full };
}

/** How often each id is there: the ids by their count. */
function byCount(ids: readonly number[]): readonly (readonly [number, readonly number[]])[] {
  const counts = new Map<number, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  const groups = Map.groupBy(counts.keys(), (id) => counts.get(id) as number);
  return [...groups];
}

function newDelivery(
  event: Row<'events'>,
  { webhook }: Addressee,
  holdReason: HoldReason | null,
  now: number,
): NewRow<'deliveries'> {
  return {
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
