import type { StoreTransaction } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import type { EndedAttempt } from '../delivery/attempt-outcome.ts';
import { type AttemptSubject, attemptRow } from '../delivery/attempt-row.ts';
import { lockLanes } from '../lanes/lock-lanes.ts';
import { recordHealth } from './endpoint-health.ts';

/** A manual retry that has ended. */
export interface EndedManualRetry {
  readonly subject: AttemptSubject;
  readonly ended: EndedAttempt;
  /** The record that was repeated; it stays as it is. */
  readonly parentId: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Records a manual retry. A success ends what automatic retries are still to come; a failure changes nothing of them, and
 * counts neither as one of them nor against the webhook.
 */
export async function recordManual(
  transaction: StoreTransaction,
  { subject, ended, parentId, now }: EndedManualRetry,
): Promise<Row<'attempts'>> {
  const row = attemptRow(subject, { trigger: 'manual', number: 0, parentId }, ended);
  const attempt = await transaction.insert('attempts', row);
  if (!attempt.succeeded) return attempt;
  if (subject.deliveryId !== null) {
    await endChain(transaction, subject.webhook.id, subject.deliveryId, attempt.statusCode, now);
  }
  await recordHealth(transaction, [{ webhookId: subject.webhook.id, succeeded: true }], now);
  return attempt;
}

async function endChain(
  transaction: StoreTransaction,
  webhookId: number,
  id: number,
  lastStatusCode: number,
  now: number,
): Promise<void> {
  await lockLanes(transaction, [webhookId]);
  const succeeded = { status: 'succeeded', lastStatusCode, doneAt: now, leaseOwner: null, leaseUntil: null };
  const waiting = await transaction.update('deliveries', { id, status: 'pending' }, succeeded);
  if (waiting === 1) {
    await transaction.update('lanes', { webhookId }, { pending: { increment: -1 } });
    return;
  }
  // An attempt that another node makes at this moment finds its lease gone and only writes its record.
  const open = { id, status: { in: ['leased', 'held', 'exhausted'] } };
  await transaction.update('deliveries', open, { ...succeeded, leaseGeneration: { increment: 1 } });
}
