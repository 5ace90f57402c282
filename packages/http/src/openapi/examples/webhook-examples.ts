import type { ComponentExamples } from './component-examples.ts';

const createdAt = '2026-03-01T12:00:00.000Z';

const fields = {
  name: 'Audit',
  url: 'https://receiver.example.com/portcullis',
  notificationType: ['apiKeyRevoked'],
  global: true,
};
const webhookBody = { ...fields, actionType: null, secret: '<secret>' };
const webhook = { id: 4, ...fields, createdBy: 1 };
const change = {
  id: 4,
  url: fields.url,
  name: fields.name,
  global: true,
  actionType: null,
  createdBy: 1,
  createdAt,
  updatedAt: createdAt,
};

const record = {
  id: 9,
  request: {
    text: 'Ada revoked an API key of Uwe.',
    metadata: {
      notificationType: 'apiKeyRevoked',
      actionBy: 1,
      actionByName: 'Ada',
      targetUser: 2,
      targetUserName: 'Uwe',
    },
    webhookId: 4,
    webhookName: 'Audit',
  },
  response: { body: 'ok', headers: { 'content-type': 'text/plain' } },
  statusCode: 200,
  notificationType: 'apiKeyRevoked',
  webhooksActivityId: 2,
  createdAt,
  updatedAt: createdAt,
};

const counts = {
  attempts: {
    succeeded: 118,
    redirected: 0,
    refused: 1,
    receiverError: 4,
    noPublicAddress: 0,
    noConnection: 0,
    noResponse: 2,
    interrupted: 0,
  },
  exhausted: 1,
  latency: { p50Ms: 48, p95Ms: 210 },
};

/** Examples of the webhooks resource. */
export const WEBHOOK_EXAMPLES = {
  WebhooksBody: { webhooks: [webhookBody] },
  WebhookBody: webhookBody,
  WebhookChangeBody: { name: 'Audit of all', paused: true },
  WebhookRecoverBody: { since: '2026-03-01T00:00:00Z', limit: 500 },
  NotificationKind: { kind: 'apiKeyRevoked', trigger: 'The API key of a user was revoked.' },
  Webhook: webhook,
  WebhookDetail: {
    ...webhook,
    delivery: {
      state: 'active',
      since: createdAt,
      pending: 0,
      held: 0,
      consecutiveFailures: 0,
      actionType: null,
      options: { ordered: true, ratePerSecond: 10 },
    },
  },
  WebhookChange: change,
  WebhooksCreated: { createdWebhooks: [change], errors: [] },
  WebhookRecovered: { recovered: 3 },
  WebhookTest: {
    url: fields.url,
    succeeded: true,
    statusCode: 200,
    response: { body: 'ok', headers: { 'content-type': 'text/plain' } },
    durationMs: 87,
  },
  HistoryRecord: record,
  HistoryPage: { count: '1', records: [record] },
  DeliveryStatistics: {
    range: 'day',
    stepMinutes: 60,
    total: counts,
    steps: [{ startsAt: '2026-03-01T12:00:00.000Z', ...counts }],
  },
} satisfies ComponentExamples;
