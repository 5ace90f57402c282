import type { PortcullisEvents } from '../../events/portcullis-events.ts';
import type { BacklogOptions } from '../../portcullis-options.ts';
import type { StoreTransaction } from '../../ports/store/store.ts';
import type { NewRow, Row } from '../../ports/store/tables.ts';
import type { HoldReason } from '../dispatcher/put-aside.ts';
import type { Addressee } from '../matching/choose-addressees.ts';
import { addPending } from './add-pending.ts';
import { dropOldest } from './drop-oldest.ts';
import { refuseBacklog } from './refuse-backlog.ts';

/** When deliveries are added, and how many may wait. */
export interface AddingRules {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly backlog?: BacklogOptions | undefined;
}

/** The deliveries that were added, by webhook. */
export interface AddedDeliveries {
  readonly all: readonly number[];
  /** Those that may be made now. */
  readonly pending: readonly number[];
  /** Lanes that have just become full. */
  readonly full: readonly PortcullisEvents['webhook.backlog'][];
}

const DEFAULT_LIMIT = 100_000;

/**
 * Writes one delivery an addressee. Webhooks that were deleted meanwhile have no lane any more and are left out.
 *
 * @param lanes - those of the addressees, locked.
 * @throws ServiceError `WEBHOOK_BACKLOG_FULL` when a lane is full and the policy says so.
 */
export async function addDeliveries(
  transaction: StoreTransaction,
  event: Row<'events'>,
  addressees: readonly Addressee[],
  lanes: ReadonlyMap<number, Row<'lanes'>>,
  { now, backlog = {} }: AddingRules,
): Promise<AddedDeliveries> {
  const { limit = DEFAULT_LIMIT, policy = 'hold' } = backlog;
  const alive = addressees.flatMap((addressee) => {
    const lane = lanes.get(addressee.webhook.id);
    return lane ? [{ ...addressee, lane }] : [];
  });
  const active = alive.filter(({ holdReason }) => holdReason === null);
  // What is held aside goes first, so that the order stays.
  const full = active.filter(({ lane }) => lane.pending >= limit || lane.overflow > 0);
  if (policy === 'reject') refuseBacklog(full, limit);
  if (policy === 'drop-oldest') for (const { webhook } of full) await dropOldest(transaction, webhook, now);
  const held = new Set(policy === 'hold' ? full : []);
  const pending = active.filter((addressee) => !held.has(addressee));
  const overflowing = [...held].map(({ webhook }) => webhook.id);
  await Promise.all([
    transaction.insertAbsent(
      'deliveries',
      alive.map((addressee) =>
        newDelivery(event, addressee, held.has(addressee) ? 'backlog' : addressee.holdReason, now),
      ),
    ),
    addPending(
      transaction,
      pending.map(({ lane }) => lane),
      now,
    ),
    transaction.update('lanes', { webhookId: { in: overflowing } }, { overflow: { increment: 1 } }),
  ]);
  return {
    all: alive.map(({ webhook }) => webhook.id),
    pending: pending.map(({ webhook }) => webhook.id),
    full: active
      .filter(({ lane }) => lane.pending + 1 === limit && lane.overflow === 0)
      .map(({ webhook }) => ({ webhookId: webhook.id, limit, policy })),
  };
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
