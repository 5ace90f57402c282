import type { StoreTransaction } from '../../ports/store/store.ts';

/**
 * Takes what waits for a webhook out of its lane: `held` may be taken up again, `cancelled` may not. The lane must be locked.
 *
 * @param now - milliseconds since 1970.
 */
export async function putAside(
  transaction: StoreTransaction,
  webhookId: number,
  status: 'held' | 'cancelled',
  now: number,
): Promise<void> {
  await transaction.update(
    'deliveries',
    { webhookId, status: 'pending' },
    status === 'cancelled' ? { status, doneAt: now } : { status },
  );
  await transaction.update('lanes', { webhookId }, { pending: 0, nextDueAt: null });
}
