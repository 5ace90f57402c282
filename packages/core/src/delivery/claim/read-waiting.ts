import type { AllTenantsTransaction } from '../../ports/store/store.ts';
import type { OwnedRow } from '../../ports/store/tables.ts';

/** An endpoint queue to read, and the number of its deliveries. */
export interface WaitingRequest {
  readonly webhookId: number;
  readonly limit: number;
}

/**
 * Reads and locks the oldest waiting deliveries of endpoint queues, by webhook. One query reads all endpoint queues with the same
 * limit: few limits differ within a batch.
 */
export async function readWaiting(
  transaction: AllTenantsTransaction,
  requests: readonly WaitingRequest[],
): Promise<ReadonlyMap<number, readonly OwnedRow<'deliveries'>[]>> {
  const reads = [...Map.groupBy(requests, ({ limit }) => limit)].map(([limit, alike]) =>
    transaction.find('deliveries', {
      where: { webhookId: { in: alike.map(({ webhookId }) => webhookId) }, status: 'pending' },
      orderBy: [
        ['dueAt', 'asc'],
        ['id', 'asc'],
      ],
      limit,
      limitPer: 'webhookId',
      lock: 'update',
    }),
  );
  return Map.groupBy((await Promise.all(reads)).flat(), ({ webhookId }) => webhookId);
}
