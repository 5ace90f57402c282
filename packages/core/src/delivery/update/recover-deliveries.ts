import type { StoreTransaction, TenantStore } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import { lockEndpointQueues } from '../endpoint-queues/lock-endpoint-queues.ts';
import type { Recover } from './recover-input.ts';

/** Maximum number of deliveries in one transaction, because a large one would delay the dispatcher. */
const SLICE = 500;

/**
 * Recovers exhausted deliveries, oldest first, with a new retry schedule: they are sent whenever no other one of their endpoint
 * queue is due. Deliveries that have succeeded since, for example by a manual retry, and those whose event was pruned are
 * omitted. If the webhook is not active, they are held until it is resumed.
 *
 * @returns the number of recovered deliveries.
 */
export async function recoverDeliveries(
  store: TenantStore,
  webhookId: number,
  { since, until, limit }: Recover,
  now: number,
): Promise<number> {
  let recovered = 0;
  for (let full = true; full && recovered < limit; ) {
    const size = Math.min(SLICE, limit - recovered);
    const slice = await store.transaction((transaction) =>
      recoverSlice(transaction, webhookId, { since, until: until ?? now, size, now }),
    );
    recovered += slice.recovered;
    full = slice.found === size && slice.recovered > 0;
  }
  return recovered;
}

async function recoverSlice(
  transaction: StoreTransaction,
  webhookId: number,
  { since, until, size, now }: { since: number; until: number; size: number; now: number },
): Promise<{ readonly found: number; readonly recovered: number }> {
  const endpointQueues = await lockEndpointQueues(transaction, [webhookId]);
  const [webhook] = await transaction.find('webhooks', { where: { id: webhookId, state: { not: 'deleted' } } });
  if (!webhook) return { found: 0, recovered: 0 };
  const found = await transaction.find('deliveries', {
    where: { webhookId, status: 'exhausted', doneAt: { gte: since, lte: until } },
    orderBy: [
      ['doneAt', 'asc'],
      ['id', 'asc'],
    ],
    limit: size,
    lock: 'update',
  });
  const events = await transaction.find('events', {
    where: { id: { in: [...new Set(found.map((row) => row.eventId))] } },
  });
  const known = new Set(events.map(({ id }) => id));
  const alive = found.filter(({ eventId }) => known.has(eventId));
  const endpointQueue = endpointQueues.get(webhookId);
  if (endpointQueue && alive.length > 0)
    await holdForRecovery(transaction, alive, endpointQueue, webhook.state === 'active' ? now : null);
  return { found: found.length, recovered: alive.length };
}

async function holdForRecovery(
  transaction: StoreTransaction,
  deliveries: readonly Row<'deliveries'>[],
  { webhookId, nextDueAt }: Row<'endpointQueues'>,
  claimAt: number | null,
): Promise<void> {
  for (const [attemptsBefore, alike] of Map.groupBy(deliveries, ({ attempts }) => attempts)) {
    const ids = alike.map(({ id }) => id);
    await transaction.update(
      'deliveries',
      { id: { in: ids } },
      { status: 'held', holdReason: 'recover', attemptsBefore, doneAt: null },
    );
  }
  const next = claimAt !== null && (nextDueAt === null || nextDueAt > claimAt) ? { nextDueAt: claimAt } : {};
  await transaction.update('endpointQueues', { webhookId }, { recovering: { increment: deliveries.length }, ...next });
}
