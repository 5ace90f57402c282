import type { RowOperations } from '../../ports/store/store.ts';

/**
 * Locks the endpoint queues that no other transaction has locked, without waiting.
 *
 * @returns the webhooks of the others.
 */
export async function tryLockEndpointQueues(
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
