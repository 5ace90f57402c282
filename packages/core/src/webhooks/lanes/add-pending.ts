import type { StoreTransaction } from '../../ports/store/store.ts';

/** Tells the lanes of webhooks that each has one more pending delivery, due at `dueAt`. The lanes must be locked. */
export async function addPending(
  transaction: StoreTransaction,
  webhookIds: readonly number[],
  dueAt: number,
): Promise<void> {
  if (webhookIds.length === 0) return;
  const webhookId = { in: webhookIds };
  await transaction.update('lanes', { webhookId }, { pending: { increment: 1 } });
  await transaction.update(
    'lanes',
    [
      { webhookId, nextDueAt: null },
      { webhookId, nextDueAt: { gt: dueAt } },
    ],
    { nextDueAt: dueAt },
  );
}
