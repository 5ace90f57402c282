import { z } from 'zod';
import { passedThrough } from '../parameters/passed-through.ts';
import { ok } from '../responses/route-response.ts';
import { defineRoute } from '../routing/define-route.ts';

const statisticsQuery = z.strictObject({
  range: passedThrough({
    enum: ['hour', 'day', 'week'],
    default: 'day',
    description:
      'The last 60 minutes in steps of a minute, 24 hours in steps of an hour, or 7 days in steps of 6 hours.',
  }),
});

const responses = {
  200: { schema: 'DeliveryStatistics', description: 'The attempts by outcome and their latency, over time.' },
} as const;

/** The statistics of deliveries. */
export const WEBHOOK_STATISTICS_ROUTES = [
  defineRoute({
    method: 'GET',
    path: '/webhooks/delivery-statistics',
    operationId: 'getDeliveryStatistics',
    tag: 'Webhooks',
    summary: 'Get the attempts of all webhooks by outcome, and their latency, over time',
    query: statisticsQuery,
    responses,
    async run({ portcullis, context, query }) {
      return ok(await portcullis.webhooks.deliveryStatistics(context, query));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/webhooks/{id}/delivery-statistics',
    operationId: 'getDeliveryStatisticsOfWebhook',
    tag: 'Webhooks',
    summary: 'Get the attempts of one webhook by outcome, and their latency, over time',
    access: 'key',
    query: statisticsQuery,
    responses,
    errors: ['WEBHOOK_NOT_FOUND'],
    async run({ portcullis, context, id, query }) {
      return ok(await portcullis.webhooks.deliveryStatisticsOf(context, id, query));
    },
  }),
];
