import { HOUR_MS } from '../../kernel/time/durations.ts';
import type { StoreTransaction } from '../../ports/store/store.ts';
import { webhookSecretOwner } from '../../security/seal/secret-owners.ts';
import { SIGNING_SECRET } from '../attempt/sign/signing-secret.ts';
import type { ChangeContext } from './change-context.ts';
import type { WebhookChange } from './webhook-change-input.ts';

/**
 * Replaces the signing secret. The previous one also signs until the overlap ends; older ones are removed immediately. A repetition
 * with the same secret, such as that of a client that has got no response, keeps the previous one. Source: Standard Webhooks
 * 1.0.0, "Signature scheme" (zero downtime secret rotation).
 */
export async function rotateSecret(
  transaction: StoreTransaction,
  webhookId: number,
  { secret, secretOverlapHours }: WebhookChange,
  { now, secrets }: Pick<ChangeContext, 'now' | 'secrets'>,
): Promise<void> {
  const owner = webhookSecretOwner(webhookId);
  // Without an overlap, the previous secret may be one whose key was thrown away.
  const current = keepsPrevious({ secret, secretOverlapHours })
    ? (await secrets.read(owner, SIGNING_SECRET, transaction))[0]
    : undefined;
  if (current !== undefined && secret === current) return;
  await secrets.destroy(transaction, owner);
  if (secret === null || secret === undefined) return;
  await secrets.put(transaction, owner, SIGNING_SECRET, secret);
  if (current === undefined) return;
  const until = now + Math.round(secretOverlapHours * HOUR_MS);
  await secrets.put(transaction, owner, SIGNING_SECRET, current, 'retiring', until);
}

/** Returns whether a change keeps the previous secret for some time, so that it is opened. */
export function keepsPrevious({
  secret,
  secretOverlapHours,
}: Pick<WebhookChange, 'secret' | 'secretOverlapHours'>): boolean {
  return typeof secret === 'string' && secretOverlapHours > 0;
}
