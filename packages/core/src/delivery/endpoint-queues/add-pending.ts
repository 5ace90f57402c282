import type { StoreTransaction } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';

/** Tells lanes that each has `count` more pending deliveries, due at `dueAt`. @param lanes - as the transaction has locked them. */
export async function addPending(
  transaction: StoreTransaction,
  lanes: readonly Row<'lanes'>[],
  dueAt: number,
  count = 1,
): Promise<void> {
  const pending = { increment: count };
  const isDueBefore = ({ nextDueAt }: Row<'lanes'>): boolean => nextDueAt !== null && nextDueAt <= dueAt;
  const due = lanes.filter(isDueBefore).map(webhookIdOf);
  const idle = lanes.filter((lane) => !isDueBefore(lane)).map(webhookIdOf);
  await Promise.all([
    transaction.update('lanes', { webhookId: { in: due } }, { pending }),
    transaction.update('lanes', { webhookId: { in: idle } }, { pending, nextDueAt: dueAt }),
  ]);
}

function webhookIdOf({ webhookId }: Row<'lanes'>): number {
  return webhookId;
}
