import type { AllTenantsTransaction } from '../../ports/store/store.ts';
import type { OwnedRow } from '../../ports/store/tables.ts';
import { attemptRow } from '../attempt/attempt-row.ts';
import type { HoldReason } from '../subscriptions/hold-reason.ts';
import { AUTO_RELEASED } from './held-counters.ts';

/**
 * Drops an old pending delivery of a webhook and records it: the older of the one that is due first and the one that is due last.
 * New deliveries are due in their order and retries later, so the oldest is nearly always at one of the two ends, which an index
 * finds. The endpoint queue must be locked.
 */
export async function dropOldest(
  transaction: AllTenantsTransaction,
  webhook: OwnedRow<'webhooks'>,
  now: number,
): Promise<void> {
  const ends = [
    await endOfEndpointQueue(transaction, webhook.id, 'asc'),
    await endOfEndpointQueue(transaction, webhook.id, 'desc'),
  ];
  const [oldest] = ends.filter((row) => row !== undefined).sort((left, right) => left.id - right.id);
  if (oldest) await drop(transaction, webhook, oldest, 'pending', now);
  // All waiting deliveries are held and about to be released.
  else await dropFirstHeld(transaction, webhook, AUTO_RELEASED, 'overflow', now);
}

/** Drops the oldest delivery that is held until its webhook is resumed, and records it. The endpoint queue must be locked. */
export async function dropOldestHeld(
  transaction: AllTenantsTransaction,
  webhook: OwnedRow<'webhooks'>,
  now: number,
): Promise<void> {
  const [{ state } = webhook] = await transaction.find('webhooks', { where: { id: webhook.id } });
  // In an active endpoint queue, all others are released automatically.
  const reasons = ['permission', ...(state === 'active' ? [] : AUTO_RELEASED)] as const;
  await dropFirstHeld(transaction, webhook, reasons, 'held', now);
}

async function dropFirstHeld(
  transaction: AllTenantsTransaction,
  webhook: OwnedRow<'webhooks'>,
  reasons: readonly HoldReason[],
  counter: 'overflow' | 'held',
  now: number,
): Promise<void> {
  const [oldest] = await transaction.find('deliveries', {
    where: { webhookId: webhook.id, status: 'held', holdReason: { in: [...reasons] } },
    orderBy: [['id', 'asc']],
    limit: 1,
    lock: 'update',
  });
  if (oldest) await drop(transaction, webhook, oldest, counter, now);
}

async function drop(
  transaction: AllTenantsTransaction,
  webhook: OwnedRow<'webhooks'>,
  { id, eventId, webhookName, attempts }: OwnedRow<'deliveries'>,
  counter: 'pending' | 'overflow' | 'held',
  now: number,
): Promise<void> {
  const [event] = await transaction.find('events', { where: { id: eventId } });
  if (!event) return;
  const outcome = {
    kind: 'failure',
    code: 'BACKLOG_FULL',
    phase: 'queue',
    connect: false,
    timing: { totalMs: 0 },
  } as const;
  const subject = { webhook, event, webhookName, deliveryId: id };
  const attempt = { url: webhook.url, startedAt: now, endedAt: now, outcome };
  await transaction.insertOwned('attempts', [attemptRow(subject, { trigger: 'automatic', number: attempts }, attempt)]);
  await transaction.update('deliveries', { id }, { status: 'cancelled', holdReason: null, doneAt: now });
  await transaction.update('endpointQueues', { webhookId: webhook.id }, { [counter]: { increment: -1 } });
}

async function endOfEndpointQueue(transaction: AllTenantsTransaction, webhookId: number, direction: 'asc' | 'desc') {
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
