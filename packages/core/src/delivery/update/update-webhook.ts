import { ofTenant } from '../../kernel/events/typed-events.ts';
import { parseInput } from '../../kernel/input/parse-input.ts';
import type { Row } from '../../ports/store/tables.ts';
import type { RequestContext } from '../../security/principals/principal.ts';
import { webhookSecretOwner } from '../../security/seal/secret-owners.ts';
import { wakeEndpoint } from '../endpoint-queues/wake-endpoint.ts';
import { checkRequested, refused } from '../registration/check-element.ts';
import { createSubscriptionPermissions } from '../subscriptions/subscription-permission.ts';
import { visibleWebhook, webhookNotFound } from '../visibility/visibility.ts';
import { changeWebhook } from './change-webhook.ts';
import { finishDiscarding, finishHolding, permitHeld } from './release-held.ts';
import { keepsPrevious } from './rotate-secret.ts';
import { type WebhookChange, webhookChangeInput } from './webhook-change-input.ts';
import type { WebhooksDependencies } from './webhooks-dependencies.ts';

/**
 * Changes a webhook for a caller. New values are checked as for a new webhook.
 *
 * @throws ServiceError `WEBHOOK_NOT_FOUND`, `BODY_INVALID`, `KIND_UNKNOWN`, `WEBHOOK_URL_REFUSED`, `PERMISSION_MISSING`
 */
export async function updateWebhook(
  dependencies: WebhooksDependencies,
  { principal }: RequestContext,
  id: number,
  body: unknown,
): Promise<Row<'webhooks'>> {
  const { store, clock, events } = dependencies;
  const stored = await visibleWebhook(store, principal, id);
  const change = withoutRepeats(parseInput(webhookChangeInput, body));
  if (change.url !== undefined || change.notificationType) {
    const { url = stored.url, notificationType = stored.notificationType } = change;
    const refusal = checkRequested({ url, notificationType, global: stored.global }, principal, dependencies);
    if (refusal) throw refused(refusal);
  }
  if (change.paused !== undefined) await finishDiscarding(store, id, clock.now());
  if (change.paused === false) await finishHolding(store, id, clock.now());
  // The host is asked only when the webhook is resumed, since only then are held deliveries released.
  if (change.paused === false && (await mayReceive(dependencies, { ...stored, state: 'active' }))) {
    await permitHeld(store, id);
  }
  const secrets = await dependencies.secrets.withSealingKey(
    typeof change.secret === 'string',
    keepsPrevious(change) ? webhookSecretOwner(id) : undefined,
  );
  const context = { now: clock.now(), changedBy: principal.id, secrets };
  const changed = await store.transaction((transaction) => changeWebhook(transaction, id, change, context));
  if (!changed) throw webhookNotFound(id);
  const { webhook, from, to } = changed;
  if (from !== to) {
    const reason = webhook.stateReason === null ? {} : { reason: webhook.stateReason };
    events.emit('webhook.state', { webhookId: id, from, to, ...reason });
  }
  void wakeEndpoint(dependencies, id);
  return webhook;
}

/** Returns whether the owner may receive every kind of the webhook. */
async function mayReceive(
  { tenant, host, kinds }: Pick<WebhooksDependencies, 'tenant' | 'host' | 'kinds'>,
  webhook: Row<'webhooks'>,
): Promise<boolean> {
  const permissionsOf = host?.permissionsOf?.bind(host);
  const holdReasonOf = createSubscriptionPermissions(
    permissionsOf && ((userId) => permissionsOf(userId, ofTenant(tenant))),
  );
  const reasons = await Promise.all(
    (webhook.notificationType as readonly string[]).map((kind) =>
      holdReasonOf(webhook, kind, kinds.find(kind)?.class ?? 'system'),
    ),
  );
  return reasons.every((reason) => reason === null);
}

function withoutRepeats(change: WebhookChange): WebhookChange {
  const { notificationType } = change;
  return notificationType ? { ...change, notificationType: [...new Set(notificationType)] } : change;
}
