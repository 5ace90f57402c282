import { z } from 'zod';
import { passedThrough } from '../parameters/passed-through.ts';
import { ok } from '../responses/route-response.ts';
import { defineRoute } from '../routing/define-route.ts';

const historyQuery = z.strictObject({
  offset: passedThrough({ type: 'integer', minimum: 0, default: 0, description: 'Records to skip.' }),
  pageSize: passedThrough({
    type: 'integer',
    minimum: 1,
    maximum: 1000,
    default: 20,
    description: 'Records to return.',
  }),
  sortField: passedThrough({
    enum: ['createdAt', 'updatedAt', 'statusCode', 'notificationType', 'id'],
    default: 'createdAt',
  }),
  sortOrder: passedThrough({ enum: ['asc', 'desc'], default: 'desc' }),
  notificationType: passedThrough({ description: 'Only records of this kind.' }),
  includeGlobal: passedThrough({ type: 'boolean', default: false, description: 'Include records of global webhooks.' }),
  includeUser: passedThrough({ type: 'boolean', default: true, description: 'Include records of personal webhooks.' }),
  successOrFailure: passedThrough({ enum: ['success', 'failure'], description: 'Only records with this value.' }),
  cursor: passedThrough({ description: 'The cursor of the previous page, instead of an offset.' }),
});

/** The delivery history. Source: docs/reference/http/webhooks.md. */
export const WEBHOOK_HISTORY_ROUTES = [
  defineRoute({
    method: 'GET',
    path: '/webhooks/history',
    operationId: 'listWebhookHistory',
    tag: 'Webhooks',
    summary: 'List the records of deliveries',
    access: 'key',
    query: historyQuery,
    responses: { 200: { schema: 'HistoryPage', description: 'A page of records, and their total number.' } },
    errors: ['KIND_UNKNOWN'],
    async run({ portcullis, context, query }) {
      return ok(await portcullis.webhooks.history(context, query));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/webhooks/{id}/history',
    operationId: 'listHistoryOfWebhook',
    tag: 'Webhooks',
    summary: 'List the records of one webhook',
    access: 'key',
    query: historyQuery.omit({ includeGlobal: true, includeUser: true }),
    responses: { 200: { schema: 'HistoryPage', description: 'A page of records, and their total number.' } },
    errors: ['WEBHOOK_NOT_FOUND', 'KIND_UNKNOWN'],
    async run({ portcullis, context, id, query }) {
      return ok(await portcullis.webhooks.historyOf(context, id, query));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/webhooks/history/retry/{id}',
    operationId: 'retryDelivery',
    tag: 'Webhooks',
    summary: 'Send the delivery of a record again immediately',
    access: 'key',
    responses: { 200: { schema: 'HistoryRecord', description: 'The new record.' } },
    errors: ['HISTORY_RECORD_NOT_FOUND', 'WEBHOOK_NOT_FOUND', 'RATE_LIMITED'],
    async run({ portcullis, context, id }) {
      return ok(await portcullis.webhooks.retry(context, id));
    },
  }),
];
