import type { StoreTransaction } from '../../ports/store/store.ts';

/** Tells the lanes of webhooks that each has `count` more pending deliveries, due at `dueAt`. The lanes must be locked. */
export async function addPending(
  transaction: StoreTransaction,
  webhookIds: readonly number[],
  dueAt: number,
  count = 1,
): Promise<void> {
  if (webhookIds.length === 0) return;
  const webhookId = { in: webhookIds };
  await transaction.update('lanes', { webhookId }, { pending: { increment: count } });
  await transaction.update(
    'lanes',
    [
      { webhookId, nextDueAt: null },
      { webhookId, nextDueAt: { gt: dueAt } },
    ],
    { nextDueAt: dueAt },
  );
}
