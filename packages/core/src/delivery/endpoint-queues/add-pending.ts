import type { RowOperations } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';

/**
 * Adds `count` pending deliveries, due at `dueAt`, to the counters of each endpoint queue. @param endpointQueues - the locked
 * rows.
 */
export async function addPending(
  transaction: RowOperations,
  endpointQueues: readonly Row<'endpointQueues'>[],
  dueAt: number,
  count = 1,
): Promise<void> {
  const pending = { increment: count };
  const isDueBefore = ({ nextDueAt }: Row<'endpointQueues'>): boolean => nextDueAt !== null && nextDueAt <= dueAt;
  const due = endpointQueues.filter(isDueBefore).map(webhookIdOf);
  const idle = endpointQueues.filter((endpointQueue) => !isDueBefore(endpointQueue)).map(webhookIdOf);
  await Promise.all([
    transaction.update('endpointQueues', { webhookId: { in: due } }, { pending }),
    transaction.update('endpointQueues', { webhookId: { in: idle } }, { pending, nextDueAt: dueAt }),
  ]);
}

function webhookIdOf({ webhookId }: Row<'endpointQueues'>): number {
  return webhookId;
}
