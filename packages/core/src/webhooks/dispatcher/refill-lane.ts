import type { StoreTransaction } from '../../ports/store/store.ts';

/** Deliveries that are taken up at once. */
const SLICE = 1000;

/**
 * Takes up, oldest first, what was held because the lane was full. The lane must be locked.
 *
 * @returns when the next delivery is due, in milliseconds since 1970; null when none waits.
 */
export async function refillLane(
  transaction: StoreTransaction,
  webhookId: number,
  now: number,
): Promise<number | null> {
  const held = await transaction.find('deliveries', {
    where: { webhookId, status: 'held', holdReason: 'backlog' },
    orderBy: [['id', 'asc']],
    limit: SLICE,
    lock: 'update',
  });
  if (held.length < SLICE) await transaction.update('lanes', { webhookId }, { overflow: 0 });
  if (held.length === 0) return null;
  const ids = held.map(({ id }) => id);
  await transaction.update('deliveries', { id: { in: ids } }, { status: 'pending', holdReason: null, dueAt: now });
  await transaction.update('lanes', { webhookId }, { pending: { increment: held.length } });
  return now;
}
