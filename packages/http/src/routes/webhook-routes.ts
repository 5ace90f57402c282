import { created, ok } from '../answers/answer.ts';
import { JSON_ONLY } from '../body/content-type.ts';
import { defineRoute } from '../routing/define-route.ts';

/** The webhooks resource. Source: interface, "Webhooks". */
export const WEBHOOK_ROUTES = [
  defineRoute({
    method: 'POST',
    path: '/webhooks',
    operationId: 'createWebhooks',
    tag: 'Webhooks',
    summary: 'Create one or more webhooks',
    access: 'key',
    body: { mediaTypes: JSON_ONLY, required: true, schema: 'WebhooksBody' },
    answers: { 201: { schema: 'WebhooksCreated', description: 'At least one was created; errors has the others.' } },
    errors: ['NO_WEBHOOK_CREATED'],
    async run({ portcullis, context, body }) {
      return created(await portcullis.webhooks.create(context, body));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/webhooks',
    operationId: 'listWebhooks',
    tag: 'Webhooks',
    summary: 'List the webhooks that the caller can see: own ones, administrators all',
    access: 'key',
    answers: { 200: { schema: { listOf: 'Webhook' }, description: 'The webhooks.' } },
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
    answers: { 200: { schema: { listOf: 'string' }, description: 'The kinds, ALL_NOTIFICATIONS among them.' } },
    async run({ portcullis, context }) {
      return ok(await portcullis.webhooks.actions(context));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/webhooks/{id}',
    operationId: 'getWebhook',
    tag: 'Webhooks',
    summary: 'Get one webhook, with the state of its deliveries',
    access: 'key',
    answers: { 200: { schema: 'WebhookDetail', description: 'The webhook.' } },
    errors: ['WEBHOOK_NOT_FOUND'],
    async run({ portcullis, context, id }) {
      return ok(await portcullis.webhooks.get(context, id));
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/webhooks/{id}',
    operationId: 'deleteWebhook',
    tag: 'Webhooks',
    summary: 'Delete a webhook',
    access: 'key',
    answers: { 200: { schema: 'WebhookChange', description: 'The deleted webhook.' } },
    errors: ['WEBHOOK_NOT_FOUND'],
    async run({ portcullis, context, id }) {
      return ok(await portcullis.webhooks.remove(context, id));
    },
  }),
];
