import type {
  DeliveryStatisticsView,
  HistoryPageView,
  HistoryRecordView,
  WebhookChangeView,
  WebhookDetailView,
  WebhookStatsView,
  WebhookTestView,
  WebhookView,
} from '@portcullis/core';

const at = '2026-03-01T12:00:00.000Z';

export const webhook: WebhookView = {
  id: 4,
  name: 'audit',
  url: 'https://receiver.example/hook',
  notificationType: ['modelCreated'],
  global: true,
  createdBy: 1,
};

export const webhookDetail: WebhookDetailView = {
  ...webhook,
  delivery: {
    state: 'active',
    since: '2026-03-01T12:00:00.000Z',
    pending: 0,
    held: 0,
    consecutiveFailures: 0,
    actionType: null,
    options: {},
  },
};

export const webhookStats: WebhookStatsView = {
  webhooks: { active: 1, paused: 0, disabled: 0 },
  openBreakers: 0,
  pending: 0,
  held: 0,
  oldestDueMs: 0,
  node: { inFlight: 0, attempts: { succeeded: 0, failed: 0 } },
};

export const webhookTest: WebhookTestView = {
  url: webhook.url,
  succeeded: true,
  statusCode: 200,
  response: { body: 'ok', headers: {} },
  durationMs: 12,
};

export const webhookChange: WebhookChangeView = {
  id: 4,
  url: webhook.url,
  name: webhook.name,
  global: true,
  actionType: 'triggered',
  createdBy: 1,
  createdAt: at,
  updatedAt: at,
};

export const historyRecord: HistoryRecordView = {
  id: 9,
  request: { text: 'A project was created.', metadata: { modelId: 1 }, webhookId: 4, webhookName: 'audit' },
  response: { body: 'ok', headers: {} },
  statusCode: 200,
  notificationType: 'modelCreated',
  webhooksActivityId: 2,
  createdAt: at,
  updatedAt: at,
};

const counts = {
  attempts: {
    succeeded: 12,
    redirected: 0,
    refused: 1,
    receiverError: 0,
    noPublicAddress: 0,
    noConnection: 0,
    noResponse: 0,
    interrupted: 0,
  },
  exhausted: 0,
  latency: { p50Ms: 20, p95Ms: 130 },
};

export const deliveryStatistics: DeliveryStatisticsView = {
  range: 'day',
  stepMinutes: 60,
  total: counts,
  steps: [{ startsAt: at, ...counts }],
};

export const historyPage: HistoryPageView = {
  count: '1',
  records: [{ ...historyRecord, webhooksId: 4, url: webhook.url }],
  cursor: 'eyJpZCI6MX0',
};
