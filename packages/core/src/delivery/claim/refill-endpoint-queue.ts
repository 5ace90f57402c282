import type { RowOperations } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import { discardSome } from '../endpoint-queues/discard-some.ts';
import { AUTO_RELEASED } from '../endpoint-queues/held-counters.ts';
import type { HoldReason } from '../subscriptions/hold-reason.ts';

/** The source that an endpoint queue is refilled from, and the number of deliveries. */
export interface Refill {
  /** The locked row. */
  readonly endpointQueue: Row<'endpointQueues'>;
  /** The number of further deliveries that may wait in it. */
  readonly room: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * The sources of a refill, in order, and the number of deliveries per refill. New deliveries should not wait long behind
 * recovered ones.
 */
const SOURCES = [
  { counter: 'overflow', reasons: AUTO_RELEASED, max: 1000 },
  { counter: 'recovering', reasons: ['recover'], max: 100 },
] as const;

/**
 * Releases some of the overflow, oldest first, and recovered deliveries after it. Deliveries to discard are cancelled before. The
 * endpoint queue must be locked.
 *
 * @returns the time at which the endpoint queue is due again, in milliseconds since 1970; null if nothing is released now.
 */
export async function refillEndpointQueue(
  transaction: RowOperations,
  { endpointQueue, room, now }: Refill,
): Promise<number | null> {
  const { webhookId } = endpointQueue;
  if (endpointQueue.discardThrough !== null) {
    await discardSome(transaction, endpointQueue, { isActive: true, now });
    return now;
  }
  for (const { counter, reasons, max } of SOURCES) {
    const limit = Math.min(max, room);
    if (endpointQueue[counter] === 0 || limit <= 0) continue;
    const count = await releaseSome(transaction, webhookId, { reasons, limit, now });
    // The counter is corrected from the rows, which may have changed in between.
    const less = { increment: count < limit ? -endpointQueue[counter] : -count };
    await transaction.update('endpointQueues', { webhookId }, { pending: { increment: count }, [counter]: less });
    if (count > 0) return now;
  }
  return null;
}

async function releaseSome(
  transaction: RowOperations,
  webhookId: number,
  { reasons, limit, now }: { readonly reasons: readonly HoldReason[]; readonly limit: number; readonly now: number },
): Promise<number> {
  const rows = await transaction.find('deliveries', {
    where: { webhookId, status: 'held', holdReason: { in: [...reasons] } },
    orderBy: [['id', 'asc']],
    limit,
    lock: 'update',
  });
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) {
    await transaction.update('deliveries', { id: { in: ids } }, { status: 'pending', holdReason: null, dueAt: now });
  }
  return ids.length;
}
