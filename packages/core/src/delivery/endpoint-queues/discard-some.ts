import type { RowOperations } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import { cancelledHeld } from './held-counters.ts';

/** Maximum number of deliveries in one transaction. */
const SLICE = 1000;

/**
 * Cancels some of the held deliveries to discard (`discardThrough`, `discardBefore`), oldest first. The endpoint queue must be
 * locked.
 *
 * @returns whether none of them is left.
 */
export async function discardSome(
  transaction: RowOperations,
  { webhookId, discardThrough, discardBefore }: Row<'endpointQueues'>,
  { isActive, now }: { readonly isActive: boolean; readonly now: number },
): Promise<boolean> {
  if (discardThrough === null) return true;
  const rows = await transaction.find('deliveries', {
    where: {
      webhookId,
      status: 'held',
      id: { lte: discardThrough },
      ...(discardBefore === null ? {} : { createdAt: { lt: discardBefore } }),
    },
    orderBy: [['id', 'asc']],
    limit: SLICE,
    lock: 'update',
  });
  const isAll = rows.length < SLICE;
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) {
    await transaction.update('deliveries', { id: { in: ids } }, { status: 'cancelled', holdReason: null, doneAt: now });
  }
  const ended = isAll ? { discardThrough: null, discardBefore: null } : {};
  const patch = { ...cancelledHeld(rows, isActive), ...ended };
  if (Object.keys(patch).length > 0) await transaction.update('endpointQueues', { webhookId }, patch);
  return isAll;
}
