import type { RowOperations } from '../../ports/store/store.ts';

/**
 * Locks the unlocked endpoint queues among the given ones, without waiting. @returns the webhooks whose endpoint queues another
 * transaction has locked.
 */
export async function lockFreeEndpointQueues(
  transaction: RowOperations,
  webhookIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const where = { webhookId: { in: webhookIds } };
  const [all, free] = await Promise.all([
    transaction.find('endpointQueues', { where }),
    transaction.find('endpointQueues', { where, lock: 'skip-locked' }),
  ]);
  const held = new Set(all.map(({ webhookId }) => webhookId));
  for (const { webhookId } of free) held.delete(webhookId);
  return held;
}
