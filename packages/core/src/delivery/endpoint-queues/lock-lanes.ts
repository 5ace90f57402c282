import type { StoreTransaction } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';

/**
 * Locks the lanes of webhooks, always in the order of their ids and before any delivery, so that two transactions cannot
 * wait for each other. Webhooks that were deleted have no lane.
 */
export async function lockLanes(
  transaction: StoreTransaction,
  webhookIds: readonly number[],
): Promise<ReadonlyMap<number, Row<'lanes'>>> {
  if (webhookIds.length === 0) return new Map();
  const lanes = await transaction.find('lanes', {
    where: { webhookId: { in: webhookIds } },
    orderBy: [['webhookId', 'asc']],
    lock: 'update',
  });
  return new Map(lanes.map((lane) => [lane.webhookId, lane]));
}
