import type { PortcullisEvents } from '../../events/portcullis-events.ts';
import type { BacklogOptions } from '../../portcullis-options.ts';
import type { StoreTransaction } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import type { Addressee } from '../matching/find-addressees.ts';
import { addPending } from './add-pending.ts';
import { dropOldest } from './drop-oldest.ts';
import { lockLanes } from './lock-lanes.ts';
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
 * @throws ServiceError `WEBHOOK_BACKLOG_FULL` when a lane is full and the policy says so.
 */
export async function addDeliveries(
  transaction: StoreTransaction,
  event: Row<'events'>,
  addressees: readonly Addressee[],
  { now, backlog = {} }: AddingRules,
): Promise<AddedDeliveries> {
  const { limit = DEFAULT_LIMIT, policy = 'hold' } = backlog;
  const lanes = await lockLanes(
    transaction,
    addressees.map(({ webhook }) => webhook.id),
  );
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
  await transaction.insertAbsent(
    'deliveries',
    alive.map((addressee) => {
      const { webhook } = addressee;
      const holdReason = held.has(addressee) ? 'backlog' : addressee.holdReason;
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
    }),
  );
  const pending = active.filter((addressee) => !held.has(addressee)).map(({ webhook }) => webhook.id);
  await addPending(transaction, pending, now);
  const overflowing = [...held].map(({ webhook }) => webhook.id);
  await transaction.update('lanes', { webhookId: { in: overflowing } }, { overflow: { increment: 1 } });
  return {
    all: alive.map(({ webhook }) => webhook.id),
    pending,
    full: active
      .filter(({ lane }) => lane.pending + 1 === limit && lane.overflow === 0)
      .map(({ webhook }) => ({ webhookId: webhook.id, limit, policy })),
  };
}
