import type { StoreTransaction } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import type { SealedSecrets } from '../../security/seal/sealed-secrets.ts';
import { webhookSecretOwner } from '../../security/seal/secret-owners.ts';
import { cancelRest } from '../endpoint-queues/hold-pending.ts';
import { lockEndpointQueues } from '../endpoint-queues/lock-endpoint-queues.ts';
import { bumpSubscriptionsVersion } from '../subscriptions/subscriptions-version.ts';

/**
 * Deletes a webhook: waiting deliveries are cancelled, many of them in later claims of the endpoint queue, and the secret
 * is destroyed. The row stays as a tombstone, so that the history can still name the webhook of its records.
 *
 * @returns the webhook as it was deleted, or undefined when another request deleted it first.
 */
export async function removeWebhook(
  transaction: StoreTransaction,
  webhook: Row<'webhooks'>,
  { now, secrets }: { readonly now: number; readonly secrets: Pick<SealedSecrets, 'destroy'> },
): Promise<Row<'webhooks'> | undefined> {
  const { id } = webhook;
  await lockEndpointQueues(transaction, [id]);
  const ended = { state: 'deleted', stateReason: null, stateSince: now, updatedAt: now };
  if ((await transaction.update('webhooks', { id, state: { not: 'deleted' } }, ended)) === 0) return undefined;
  await transaction.remove('subscriptions', { webhookId: id });
  // Minutes first: this waits for a transaction that replaces minutes by hours, and the hours that it adds are removed next.
  await transaction.remove('deliveryStatistics', { span: 'minute', webhookId: id });
  await transaction.remove('deliveryStatistics', { span: 'hour', webhookId: id });
  await cancelRest(transaction, id, now);
  await secrets.destroy(transaction, webhookSecretOwner(id));
  await bumpSubscriptionsVersion(transaction);
  return { ...webhook, ...ended };
}
