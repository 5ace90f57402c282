import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { MatchedWebhook } from '../subscriptions/match-webhooks.ts';

/**
 * Refuses a notification if an endpoint has no room for it.
 *
 * @throws ServiceError `WEBHOOK_BACKLOG_FULL`
 */
export function enforceBacklogLimit(full: readonly MatchedWebhook[], limit: number): void {
  const [first] = full;
  if (!first) return;
  const { id, name } = first.webhook;
  const message = `The notification was not published: ${limit} deliveries wait for webhook ${id} (${name}) already.`;
  throw new ServiceError('WEBHOOK_BACKLOG_FULL', message, {
    details: { webhooks: full.map(({ webhook }) => webhook.id), limit },
  });
}
