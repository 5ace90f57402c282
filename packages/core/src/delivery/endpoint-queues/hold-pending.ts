import type { RowOperations } from '../../ports/store/store.ts';
import type { HoldReason } from '../subscriptions/hold-reason.ts';

/** The new state of waiting deliveries: held ones may be released again, cancelled ones may not. */
export type HoldOutcome = { readonly status: 'held'; readonly reason: HoldReason } | { readonly status: 'cancelled' };

/**
 * Maximum number of deliveries in one transaction, because a large one would delay other endpoint queues. The endpoint queue is
 * claimed until none is left.
 */
const SLICE = 1000;

/**
 * Holds or cancels some of the pending deliveries of a webhook. The endpoint queue must be locked.
 *
 * @param now - milliseconds since 1970.
 * @returns the time of the next claim for the rest; null when there is none.
 */
export async function holdPending(
  transaction: RowOperations,
  webhookId: number,
  reason: HoldReason,
  now: number,
): Promise<number | null> {
  const ids = await takeIds(transaction, webhookId, 'pending');
  if (ids.length > 0) {
    await transaction.update('deliveries', { id: { in: ids } }, { status: 'held', holdReason: reason });
  }
  const nextDueAt = ids.length < SLICE ? null : now;
  const count = ids.length;
  const [endpointQueue] = await transaction.find('endpointQueues', { where: { webhookId } });
  // Overflow is no longer released automatically.
  const held = { increment: count + (endpointQueue?.overflow ?? 0) };
  await transaction.update(
    'endpointQueues',
    { webhookId },
    { pending: { increment: -count }, overflow: 0, held, nextDueAt },
  );
  return nextDueAt;
}

/**
 * Cancels some of the deliveries of a deleted webhook; if none is left, the endpoint queue is deleted as well. The endpoint queue
 * must be locked.
 *
 * @param now - milliseconds since 1970.
 * @returns the time of the next claim for the rest; null when there is none.
 */
export async function cancelRest(transaction: RowOperations, webhookId: number, now: number): Promise<number | null> {
  const pending = await takeIds(transaction, webhookId, 'pending');
  const held = pending.length < SLICE ? await takeIds(transaction, webhookId, 'held') : [];
  const ids = [...pending, ...held];
  if (ids.length > 0) {
    await transaction.update('deliveries', { id: { in: ids } }, { status: 'cancelled', doneAt: now });
  }
  if (pending.length < SLICE && held.length < SLICE) {
    await transaction.remove('endpointQueues', { webhookId });
    return null;
  }
  await transaction.update(
    'endpointQueues',
    { webhookId },
    { pending: { increment: -pending.length }, nextDueAt: now },
  );
  return now;
}

async function takeIds(
  transaction: RowOperations,
  webhookId: number,
  status: 'pending' | 'held',
): Promise<readonly number[]> {
  const rows = await transaction.find('deliveries', {
    where: { webhookId, status },
    orderBy: [
      [status === 'pending' ? 'dueAt' : 'id', 'asc'],
      ['id', 'asc'],
    ],
    limit: SLICE,
    lock: 'update',
  });
  return rows.map(({ id }) => id);
}
