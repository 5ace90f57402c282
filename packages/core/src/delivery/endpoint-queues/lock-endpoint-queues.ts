import type { RowOperations } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';

/**
 * Locks the endpoint queues of webhooks in the order of their ids and before any delivery, so that two transactions cannot wait
 * for each other. Deleted webhooks have no endpoint queue.
 */
export async function lockEndpointQueues(
  transaction: RowOperations,
  webhookIds: readonly number[],
): Promise<ReadonlyMap<number, Row<'endpointQueues'>>> {
  if (webhookIds.length === 0) return new Map();
  const endpointQueues = await transaction.find('endpointQueues', {
    where: { webhookId: { in: webhookIds } },
    orderBy: [['webhookId', 'asc']],
    lock: 'update',
  });
  return new Map(endpointQueues.map((endpointQueue) => [endpointQueue.webhookId, endpointQueue]));
}
