import { HOUR_MS } from '../../kernel/time/durations.ts';
import type { StoreTransaction } from '../../ports/store/store.ts';
import { SIGNING_SECRET, secretOwner } from '../attempt/sign/webhook-secret.ts';
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
  const owner = secretOwner(webhookId);
  const [current] = await secrets.read(owner, SIGNING_SECRET, transaction);
  if (secret === current && secret !== undefined) {
    if (secretOverlapHours === 0) await secrets.forgetRetiring(transaction, owner, SIGNING_SECRET);
    return;
  }
  await secrets.forget(transaction, owner);
  if (secret === null || secret === undefined) return;
  await secrets.put(transaction, owner, SIGNING_SECRET, secret);
  if (current === undefined || secretOverlapHours === 0) return;
  const until = now + Math.round(secretOverlapHours * HOUR_MS);
  await secrets.put(transaction, owner, SIGNING_SECRET, current, 'retiring', until);
}
