import { isoTime } from '../../kernel/time/iso-time.ts';
import type { Row } from '../../ports/store/tables.ts';
import type { WebhookChangeView, WebhookDetailView, WebhookView } from './webhook-views.ts';

/** Returns the view of a webhook in lists, without its secret. */
export function toWebhookView(webhook: Row<'webhooks'>): WebhookView {
  const { id, name, url, notificationType, global, createdBy } = webhook;
  return { id, name, url, notificationType, global, createdBy };
}

/** Returns the view of a webhook with the state of its deliveries. */
export function toWebhookDetailView(
  webhook: Row<'webhooks'>,
  { pending, held }: { readonly pending: number; readonly held: number },
): WebhookDetailView {
  const { state, stateReason, stateSince, consecutiveFailures, failingSince, breakerUntil, quietUntil } = webhook;
  return {
    ...toWebhookView(webhook),
    delivery: {
      state: state as WebhookDetailView['delivery']['state'],
      ...(stateReason === null ? {} : { reason: stateReason }),
      since: isoTime(stateSince),
      pending,
      held,
      consecutiveFailures,
      ...(failingSince === null ? {} : { failingSince: isoTime(failingSince) }),
      ...(breakerUntil === null ? {} : { nextProbeAt: isoTime(breakerUntil) }),
      ...(quietUntil === null ? {} : { quietUntil: isoTime(quietUntil) }),
      actionType: webhook.actionType as WebhookDetailView['delivery']['actionType'],
      options: webhook.options,
    },
  };
}

/** Returns the view of a webhook after its creation or deletion. */
export function toWebhookChangeView(webhook: Row<'webhooks'>): WebhookChangeView {
  const { id, url, name, global, createdBy, createdAt, updatedAt } = webhook;
  return {
    id,
    url,
    name,
    global,
    actionType: webhook.actionType as WebhookChangeView['actionType'],
    createdBy,
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
  };
}
