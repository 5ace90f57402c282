import type { StoreTransaction } from '../../ports/store/store.ts';

/** Locks those lanes of webhooks that nobody holds, without waiting. @returns the webhooks whose lanes another transaction holds. */
export async function lockFreeLanes(
  transaction: StoreTransaction,
  webhookIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const where = { webhookId: { in: webhookIds } };
  const [all, free] = await Promise.all([
    transaction.find('lanes', { where }),
    transaction.find('lanes', { where, lock: 'skip-locked' }),
  ]);
  const held = new Set(all.map(({ webhookId }) => webhookId));
  for (const { webhookId } of free) held.delete(webhookId);
  return held;
}
