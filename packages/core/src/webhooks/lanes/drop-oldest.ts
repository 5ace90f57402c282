import type { StoreTransaction } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import { attemptRow } from '../delivery/attempt-row.ts';

/**
 * Gives up an old delivery that waits for a webhook, and records that: of the one that is due first and the one that is due
 * last the older. Those that were tried are due late, those that were not are due in their order, so that the oldest is
 * nearly always at one of the two ends, which the index gives at once. The lane must be locked.
 */
export async function dropOldest(transaction: StoreTransaction, webhook: Row<'webhooks'>, now: number): Promise<void> {
  const ends = [await endOfLane(transaction, webhook.id, 'asc'), await endOfLane(transaction, webhook.id, 'desc')];
  const [oldest] = ends.filter((row) => row !== undefined).sort((left, right) => left.id - right.id);
  const [event] = oldest ? await transaction.find('events', { where: { id: oldest.eventId } }) : [];
  if (!oldest || !event) return;
  const subject = { webhook, event, webhookName: oldest.webhookName, deliveryId: oldest.id };
  const outcome = {
    kind: 'failure',
    code: 'BACKLOG_FULL',
    phase: 'queue',
    connect: false,
    timing: { totalMs: 0 },
  } as const;
  const attempt = { url: webhook.url, startedAt: now, endedAt: now, outcome };
  await transaction.insert('attempts', attemptRow(subject, { trigger: 'automatic', number: oldest.attempts }, attempt));
  await transaction.update('deliveries', { id: oldest.id }, { status: 'cancelled', doneAt: now });
  await transaction.update('lanes', { webhookId: webhook.id }, { pending: { increment: -1 } });
}

async function endOfLane(transaction: StoreTransaction, webhookId: number, direction: 'asc' | 'desc') {
  const [row] = await transaction.find('deliveries', {
    where: { webhookId, status: 'pending' },
    orderBy: [
      ['dueAt', direction],
      ['id', direction],
    ],
    limit: 1,
    lock: 'update',
  });
  return row;
}
