import { z } from 'zod';
import { ok } from '../responses/route-response.ts';
import { defineRoute } from '../routing/define-route.ts';

/** A parameter that is passed on unchanged. The service validates it, so that functions and HTTP behave alike. */
const passedOn = (schema: Readonly<Record<string, unknown>>) => z.string().optional().meta(schema);

const historyQuery = z.strictObject({
  offset: passedOn({ type: 'integer', minimum: 0, default: 0, description: 'Records to skip.' }),
  pageSize: passedOn({ type: 'integer', minimum: 1, maximum: 1000, default: 20, description: 'Records to return.' }),
  sortField: passedOn({
    enum: ['createdAt', 'updatedAt', 'statusCode', 'notificationType', 'id'],
    default: 'createdAt',
  }),
  sortOrder: passedOn({ enum: ['asc', 'desc'], default: 'desc' }),
  notificationType: passedOn({ description: 'Only records of this kind.' }),
  includeGlobal: passedOn({ type: 'boolean', default: false, description: 'Include records of global webhooks.' }),
  includeUser: passedOn({ type: 'boolean', default: true, description: 'Include records of personal webhooks.' }),
  successOrFailure: passedOn({ enum: ['success', 'failure'], description: 'Only records with this value.' }),
  cursor: passedOn({ description: 'The cursor of the previous page, instead of an offset.' }),
});

/** The delivery history. Source: interface, "GET /webhooks/history" and "POST /webhooks/history/retry/{id}". */
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
