import { ServiceError } from '../errors/service-error.ts';
import { ALL_NOTIFICATIONS } from '../notifications/catalogue/kind-classes.ts';
import type { KindRegistry } from '../notifications/kind-registry.ts';
import type { WebhookOptions } from '../portcullis-options.ts';
import type { Clock } from '../ports/clock.ts';
import type { Store } from '../ports/store/store.ts';
import type { AddressGuard } from '../security/address-guard/address-guard.ts';
import { isAdmin } from '../security/require-permission.ts';
import type { SealedSecrets } from '../security/sealed-secrets.ts';
import type { Dispatcher } from './dispatcher/create-dispatcher.ts';
import { parseHistoryQuery } from './history/history-filter.ts';
import { listHistory } from './history/list-history.ts';
import { createRateLimiter } from './manual-retry/rate-limiter.ts';
import { judgeBody } from './registration/create-from-body.ts';
import { registerWebhook } from './registration/register-webhook.ts';
import { removeWebhook } from './registration/remove-webhook.ts';
import { toHistoryRecordView } from './views/history-record-view.ts';
import { toWebhookChangeView, toWebhookDetailView, toWebhookView } from './views/webhook-view.ts';
import { visibleRecord, visibleWebhook, webhookNotFound } from './visibility.ts';
import type { WebhooksService } from './webhooks-service.ts';

/** What {@link createWebhooks} works with. */
export interface WebhooksDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly secrets: Pick<SealedSecrets, 'put' | 'forget'>;
  readonly kinds: KindRegistry;
  /** The guard that the transport has, too. */
  readonly guard: AddressGuard;
  readonly dispatcher: Pick<Dispatcher, 'sendManually'>;
  readonly options?: WebhookOptions | undefined;
}

const MINUTE_MS = 60_000;

/** The Webhooks API as functions. */
export function createWebhooks(dependencies: WebhooksDependencies): WebhooksService {
  const { store, clock, secrets, kinds, guard, dispatcher, options = {} } = dependencies;
  const limiter = createRateLimiter(clock, options.manualRetriesPerMinute ?? 60, MINUTE_MS);

  return {
    async create({ principal }, body) {
      const { accepted, errors } = judgeBody(body, principal, { kinds, guard }, options.maxPerRequest ?? 100);
      const created = await store.transaction(async (transaction) => {
        const registration = { createdBy: principal.id, now: clock.now(), secrets };
        const webhooks = [];
        for (const input of accepted) webhooks.push(await registerWebhook(transaction, input, registration));
        return webhooks;
      });
      return { createdWebhooks: created.map(toWebhookChangeView), errors };
    },
    async list({ principal }) {
      const own = isAdmin(principal) ? {} : { createdBy: principal.id };
      const webhooks = await store.find('webhooks', { where: { ...own, state: { not: 'deleted' } } });
      return webhooks.map(toWebhookView);
    },
    async get({ principal }, id) {
      const webhook = await visibleWebhook(store, principal, id);
      const [lane] = await store.find('lanes', { where: { webhookId: id } });
      return toWebhookDetailView(webhook, lane?.pending ?? 0);
    },
    async remove({ principal }, id) {
      const webhook = await visibleWebhook(store, principal, id);
      const removal = { now: clock.now(), secrets };
      const removed = await store.transaction((transaction) => removeWebhook(transaction, webhook, removal));
      if (!removed) throw webhookNotFound(id);
      return toWebhookChangeView(removed);
    },
    async actions() {
      return [ALL_NOTIFICATIONS, ...kinds.names()];
    },
    async history({ principal }, query) {
      return listHistory(store, principal, parseHistoryQuery(query, kinds));
    },
    async retry({ principal }, recordId) {
      const record = await visibleRecord(store, principal, recordId);
      const [webhook] = await store.find('webhooks', { where: { id: record.webhookId, state: { not: 'deleted' } } });
      const [event] = await store.find('events', { where: { id: record.eventId } });
      if (!webhook || !event) throw webhookNotFound(record.webhookId);
      refuseHaste(limiter.take(webhook.createdBy));
      const attempt = await dispatcher.sendManually({ record, webhook, event });
      return toHistoryRecordView(attempt, event.payload);
    },
  };
}

function refuseHaste(waitMs: number): void {
  if (waitMs === 0) return;
  const seconds = Math.ceil(waitMs / 1000);
  throw new ServiceError('RATE_LIMITED', `Too many retries in one minute: try again in ${seconds} seconds.`, {
    retryAfterSeconds: seconds,
  });
}
