import { JSON_ONLY } from '../body/content-type.ts';
import { idempotencyKeyOf } from '../parameters/idempotency-key.ts';
import { createdOnce, ok } from '../responses/route-response.ts';
import { defineRoute } from '../routing/define-route.ts';

/** The webhooks resource. Source: docs/reference/http/webhooks.md. */
export const WEBHOOK_ROUTES = [
  defineRoute({
    method: 'POST',
    path: '/webhooks',
    operationId: 'createWebhooks',
    tag: 'Webhooks',
    summary: 'Create one or more webhooks',
    access: 'key',
    body: { mediaTypes: JSON_ONLY, required: true, schema: 'WebhooksBody' },
    responses: {
      201: { schema: 'WebhooksCreated', description: 'At least one was created; errors lists the others.' },
    },
    headers: ['Idempotency-Key'],
    errors: ['NO_WEBHOOK_CREATED', 'IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEY_IN_USE', 'TENANT_LIMIT'],
    async run({ portcullis, context, body, headers }) {
      const idempotencyKey = idempotencyKeyOf(headers);
      return createdOnce(await portcullis.webhooks.create(context, body, { idempotencyKey }));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/webhooks',
    operationId: 'listWebhooks',
    tag: 'Webhooks',
    summary: 'List the webhooks that the caller can see: own webhooks; for administrators, all',
    access: 'key',
    responses: { 200: { schema: { listOf: 'Webhook' }, description: 'The webhooks.' } },
    async run({ portcullis, context }) {
      return ok(await portcullis.webhooks.list(context));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/webhooks/actions',
    operationId: 'listNotificationKinds',
    tag: 'Webhooks',
    summary: 'List the valid notification kinds',
    access: 'key',
    responses: { 200: { schema: { listOf: 'string' }, description: 'The kinds, including ALL_NOTIFICATIONS.' } },
    async run({ portcullis, context }) {
      return ok(await portcullis.webhooks.actions(context));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/webhooks/kinds',
    operationId: 'describeNotificationKinds',
    tag: 'Webhooks',
    summary: 'List the valid notification kinds, each with its trigger',
    access: 'key',
    responses: {
      200: { schema: { listOf: 'NotificationKind' }, description: 'The kinds, including ALL_NOTIFICATIONS.' },
    },
    async run({ portcullis, context }) {
      return ok(await portcullis.webhooks.kinds(context));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/webhooks/{id}',
    operationId: 'getWebhook',
    tag: 'Webhooks',
    summary: 'Get one webhook, with the state of its deliveries',
    access: 'key',
    responses: { 200: { schema: 'WebhookDetail', description: 'The webhook.' } },
    errors: ['WEBHOOK_NOT_FOUND'],
    async run({ portcullis, context, id }) {
      return ok(await portcullis.webhooks.get(context, id));
    },
  }),
  defineRoute({
    method: 'PUT',
    path: '/webhooks/{id}',
    operationId: 'updateWebhook',
    tag: 'Webhooks',
    summary: 'Change the fields of a webhook that the body names; pause or resume it; rotate its secret',
    access: 'key',
    body: { mediaTypes: JSON_ONLY, required: true, schema: 'WebhookChangeBody' },
    responses: { 200: { schema: 'WebhookDetail', description: 'The webhook after the change.' } },
    errors: ['WEBHOOK_NOT_FOUND', 'KIND_UNKNOWN', 'WEBHOOK_URL_REFUSED', 'PERMISSION_MISSING'],
    async run({ portcullis, context, id, body }) {
      return ok(await portcullis.webhooks.update(context, id, body));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/webhooks/test',
    operationId: 'testEndpoint',
    tag: 'Webhooks',
    summary: 'Send a test to an endpoint before it is stored',
    access: 'key',
    body: { mediaTypes: JSON_ONLY, required: true, schema: 'WebhookBody' },
    responses: { 200: { schema: 'WebhookTest', description: 'The response of the endpoint. Nothing is stored.' } },
    errors: ['KIND_UNKNOWN', 'WEBHOOK_URL_REFUSED', 'PERMISSION_MISSING', 'RATE_LIMITED'],
    async run({ portcullis, context, body }) {
      return ok(await portcullis.webhooks.testUnsaved(context, body));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/webhooks/{id}/test',
    operationId: 'testWebhook',
    tag: 'Webhooks',
    summary: 'Send a test to a webhook immediately',
    access: 'key',
    responses: { 200: { schema: 'HistoryRecord', description: 'The record of the test.' } },
    errors: ['WEBHOOK_NOT_FOUND', 'RATE_LIMITED'],
    async run({ portcullis, context, id }) {
      return ok(await portcullis.webhooks.test(context, id));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/webhooks/{id}/recover',
    operationId: 'recoverDeliveries',
    tag: 'Webhooks',
    summary: 'Retry the deliveries that failed for good in a period of time',
    access: 'key',
    body: { mediaTypes: JSON_ONLY, required: true, schema: 'WebhookRecoverBody' },
    responses: { 200: { schema: 'WebhookRecovered', description: 'The number of deliveries that were queued again.' } },
    errors: ['WEBHOOK_NOT_FOUND'],
    async run({ portcullis, context, id, body }) {
      return ok(await portcullis.webhooks.recover(context, id, body));
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/webhooks/{id}',
    operationId: 'deleteWebhook',
    tag: 'Webhooks',
    summary: 'Delete a webhook',
    access: 'key',
    responses: { 200: { schema: 'WebhookChange', description: 'The deleted webhook.' } },
    errors: ['WEBHOOK_NOT_FOUND'],
    async run({ portcullis, context, id }) {
      return ok(await portcullis.webhooks.remove(context, id));
    },
  }),
];
