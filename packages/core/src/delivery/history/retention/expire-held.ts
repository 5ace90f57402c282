import type { Store, StoreTransaction } from '../../../ports/store/store.ts';
import { withoutHeld } from '../../endpoint-queues/held-in.ts';
import { lockEndpointQueues } from '../../endpoint-queues/lock-endpoint-queues.ts';

/** Deliveries a transaction: large ones would hold up others. */
const SLICE = 200;

/** Held deliveries that were cancelled, of one webhook. */
export interface ExpiredDeliveries {
  readonly webhookId: number;
  readonly count: number;
}

/**
 * Cancels what has been held for too long: of webhooks that are paused or disabled, or whose owner may not see it. What only waits for room
 * is left alone, however old it is. In slices, oldest first.
 *
 * @param before - milliseconds since 1970.
 */
export async function expireHeld(
  store: Store,
  { now, before }: { readonly now: number; readonly before: number },
  signal: AbortSignal,
): Promise<readonly ExpiredDeliveries[]> {
  const expired: ExpiredDeliveries[] = [];
  for (let last = 0; !signal.aborted; ) {
    const [oldest] = await store.find('deliveries', {
      where: { status: 'held', webhookId: { gt: last } },
      orderBy: [
        ['webhookId', 'asc'],
        ['id', 'asc'],
      ],
      limit: 1,
    });
    if (!oldest) break;
    const { webhookId, createdAt } = oldest;
    last = webhookId;
    if (createdAt >= before) continue;
    let count = 0;
    for (let full = true; full && !signal.aborted; ) {
      const cancelled = await store.transaction((open) => expireSome(open, webhookId, { now, before }));
      count += cancelled;
      full = cancelled === SLICE;
    }
    if (count > 0) expired.push({ webhookId, count });
  }
  return expired;
}

async function expireSome(
  transaction: StoreTransaction,
  webhookId: number,
  { now, before }: { readonly now: number; readonly before: number },
): Promise<number> {
  await lockEndpointQueues(transaction, [webhookId]);
  const [webhook] = await transaction.find('webhooks', { where: { id: webhookId } });
  const isActive = webhook?.state === 'active';
  const rows = await transaction.find('deliveries', {
    where: { webhookId, status: 'held', ...(isActive ? { holdReason: 'permission' } : {}) },
    orderBy: [['id', 'asc']],
    limit: SLICE,
    lock: 'update',
  });
  const old = rows.filter(({ createdAt }) => createdAt < before);
  if (old.length === 0) return 0;
  const ids = old.map(({ id }) => id);
  await transaction.update('deliveries', { id: { in: ids } }, { status: 'cancelled', holdReason: null, doneAt: now });
  await transaction.update('endpointQueues', { webhookId }, withoutHeld(old, isActive));
  return old.length;
}
