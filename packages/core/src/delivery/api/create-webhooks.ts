import { parseInput } from '../../kernel/input/parse-input.ts';
import { DEFAULT_WEBHOOK_OPTIONS } from '../../options/defaults.ts';
import { DEFAULT_TENANT, type TenantStore } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import { APPLICATION_ADMIN } from '../../security/principals/principal.ts';
import { isAdmin, requirePermission } from '../../security/principals/require-permission.ts';
import { ALL_NOTIFICATIONS } from '../catalogue/kind-classes.ts';
import { heldIn } from '../endpoint-queues/held-counters.ts';
import { wakeEndpoint } from '../endpoint-queues/wake-endpoint.ts';
import { parseHistoryQuery } from '../history/history-filter.ts';
import { listHistory } from '../history/list-history.ts';
import { retryRecord } from '../manual/retry-record.ts';
import { testUnsavedWebhook, testWebhook } from '../manual/test-webhook.ts';
import { checkBody } from '../registration/check-body.ts';
import { registerWebhook } from '../registration/register-webhook.ts';
import { removeWebhook } from '../registration/remove-webhook.ts';
import { readStatistics } from '../statistics/read-statistics.ts';
import { statisticsRangeOf } from '../statistics/statistics-range.ts';
import { ALL_WEBHOOKS } from '../statistics/write-tallies.ts';
import { bumpSubscriptionsVersion } from '../subscriptions/subscriptions-version.ts';
import { recoverDeliveries } from '../update/recover-deliveries.ts';
import { recoverInput } from '../update/recover-input.ts';
import { updateWebhook } from '../update/update-webhook.ts';
import type { WebhooksDependencies } from '../update/webhooks-dependencies.ts';
import { toAttemptView } from '../views/attempt-view.ts';
import { toListedRecordView } from '../views/history-record-view.ts';
import { toWebhookChangeView, toWebhookDetailView, toWebhookView } from '../views/webhook-view.ts';
import type { WebhookDetailView } from '../views/webhook-views.ts';
import { recordNotFound, visibleRecord, visibleWebhook, webhookNotFound } from '../visibility/visibility.ts';
import { readStats } from './read-stats.ts';
import type { WebhooksService } from './webhooks-service.ts';

/** The Webhooks API as functions. */
export function createWebhooks(dependencies: WebhooksDependencies): WebhooksService {
  const { tenant, store, clock, kinds, guard, dispatcher, options = {} } = dependencies;
  return {
    create({ principal }, body, { idempotencyKey } = {}) {
      const request = { key: idempotencyKey, principalId: principal.id, operation: 'webhooks.create', content: body };
      return dependencies.idempotency.run(request, async (keep) => {
        const { accepted, errors } = checkBody(
          body,
          principal,
          { kinds, guard },
          options.maxPerRequest ?? DEFAULT_WEBHOOK_OPTIONS.maxPerRequest,
        );
        const secrets = await dependencies.secrets.withSealingKey(accepted.some(({ secret }) => secret !== undefined));
        return store.transaction(async (transaction) => {
          await dependencies.limiter.enforce(
            transaction,
            'webhooks',
            () => transaction.count('webhooks', { state: { not: 'deleted' } }),
            accepted.length,
          );
          const registration = { createdBy: principal.id, now: clock.now(), secrets };
          const webhooks = [];
          for (const input of accepted) webhooks.push(await registerWebhook(transaction, input, registration));
          if (webhooks.length > 0) await bumpSubscriptionsVersion(transaction);
          const response = { createdWebhooks: webhooks.map(toWebhookChangeView), errors };
          await keep(transaction, response);
          return response;
        });
      });
    },
    async list({ principal }) {
      const own = isAdmin(principal) ? {} : { createdBy: principal.id };
      const webhooks = await store.find('webhooks', { where: { ...own, state: { not: 'deleted' } } });
      return webhooks.map(toWebhookView);
    },
    async get({ principal }, id) {
      const webhook = await visibleWebhook(store, principal, id);
      return detailView(store, webhook);
    },
    async update(context, id, body) {
      return detailView(store, await updateWebhook(dependencies, context, id, body));
    },
    test: ({ principal }, id) => testWebhook(dependencies, principal, id),
    testUnsaved: ({ principal }, body) => testUnsavedWebhook(dependencies, principal, body),
    async recover({ principal }, id, body) {
      const webhook = await visibleWebhook(store, principal, id);
      const recovered = await recoverDeliveries(store, webhook.id, parseInput(recoverInput, body), clock.now());
      void wakeEndpoint(dependencies, webhook.id);
      return { recovered };
    },
    async remove({ principal }, id) {
      const webhook = await visibleWebhook(store, principal, id);
      const removal = { now: clock.now(), secrets: dependencies.secrets };
      const removed = await store.transaction((transaction) => removeWebhook(transaction, webhook, removal));
      if (!removed) throw webhookNotFound(id);
      // If many deliveries wait, only a part of them is cancelled so far.
      void wakeEndpoint(dependencies, id);
      return toWebhookChangeView(removed);
    },
    async stats({ principal }) {
      requirePermission(principal, APPLICATION_ADMIN);
      return readStats({ store, clock, dispatcher: tenant === DEFAULT_TENANT ? dispatcher : undefined });
    },
    async deliveryStatistics({ principal }, query) {
      requirePermission(principal, APPLICATION_ADMIN);
      const range = statisticsRangeOf(query);
      return readStatistics(store, { webhookId: ALL_WEBHOOKS, range, now: clock.now() });
    },
    async deliveryStatisticsOf({ principal }, id, query) {
      const { id: webhookId } = await visibleWebhook(store, principal, id);
      return readStatistics(store, { webhookId, range: statisticsRangeOf(query), now: clock.now() });
    },
    async actions() {
      return [ALL_NOTIFICATIONS, ...kinds.names()];
    },
    async kinds() {
      const described = kinds.names().map((kind) => ({ kind, trigger: kinds.find(kind)?.trigger ?? '' }));
      return [{ kind: ALL_NOTIFICATIONS, trigger: 'Every notification.' }, ...described];
    },
    async history({ principal }, query) {
      return listHistory(store, { tenant, principal }, parseHistoryQuery(query, kinds));
    },
    async historyOf({ principal }, id, query) {
      const { id: webhookId } = await visibleWebhook(store, principal, id);
      const filter = parseHistoryQuery({ ...query, includeGlobal: true, includeUser: true }, kinds);
      return listHistory(store, { tenant, principal }, { ...filter, webhookId });
    },
    async historyRecord({ principal }, recordId) {
      const record = await visibleRecord(store, principal, recordId);
      const [event] = await store.find('events', { where: { id: record.eventId } });
      if (!event) throw recordNotFound(recordId);
      const attempt = toAttemptView(record, { isAdmin: isAdmin(principal) });
      return { ...toListedRecordView(record, event.payload), attempt };
    },
    retry: ({ principal }, recordId) => retryRecord(dependencies, principal, recordId),
  };
}

async function detailView(store: TenantStore, webhook: Row<'webhooks'>): Promise<WebhookDetailView> {
  const { id: webhookId } = webhook;
  const [endpointQueue] = await store.find('endpointQueues', { where: { webhookId } });
  return toWebhookDetailView(webhook, {
    pending: endpointQueue?.pending ?? 0,
    held: endpointQueue ? heldIn(endpointQueue) : 0,
  });
}
