import type { StoreTransaction } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import type { SealedSecrets } from '../../security/seal/sealed-secrets.ts';
import { webhookSecretOwner } from '../../security/seal/secret-owners.ts';
import { SIGNING_SECRET } from '../attempt/sign/signing-secret.ts';
import type { WebhookInput } from './webhook-input.ts';

/** The owner and the time of a registration. */
export interface Registration {
  readonly createdBy: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly secrets: Pick<SealedSecrets, 'put'>;
}

/** Writes a webhook with its subscriptions, its endpoint queue and its sealed secret. */
export async function registerWebhook(
  transaction: StoreTransaction,
  { secret, delivery, ...input }: WebhookInput,
  { createdBy, now, secrets }: Registration,
): Promise<Row<'webhooks'>> {
  const webhook = await transaction.insert('webhooks', {
    ...input,
    createdBy,
    state: 'active',
    stateSince: now,
    options: delivery ?? {},
    consecutiveFailures: 0,
    outageFailures: 0,
    exhausted: 0,
    breakerStep: 0,
    version: 1,
    createdAt: now,
    updatedAt: now,
  });
  await transaction.insertAbsent(
    'subscriptions',
    input.notificationType.map((kind) => ({ kind, webhookId: webhook.id })),
  );
  await transaction.insert('endpointQueues', {
    webhookId: webhook.id,
    pending: 0,
    overflow: 0,
    recovering: 0,
    held: 0,
  });
  if (secret !== undefined) await secrets.put(transaction, webhookSecretOwner(webhook.id), SIGNING_SECRET, secret);
  return webhook;
}
