import type { StoreTransaction } from '../../ports/store/store.ts';
import { holdPending } from '../endpoint-queues/hold-pending.ts';
import { bumpSubscriptionsVersion } from '../subscriptions/subscriptions-version.ts';

/**
 * Stops deliveries to a webhook and holds the waiting ones. The endpoint queue must be locked.
 *
 * @returns whether it was active.
 */
export async function disableWebhook(
  transaction: StoreTransaction,
  webhookId: number,
  reason: string,
  now: number,
): Promise<boolean> {
  const disabled = { state: 'disabled', stateReason: reason, stateSince: now };
  const changed = await transaction.update('webhooks', { id: webhookId, state: 'active' }, disabled);
  if (changed === 0) return false;
  await holdPending(transaction, webhookId, 'disabled', now);
  await bumpSubscriptionsVersion(transaction);
  return true;
}
