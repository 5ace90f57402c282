import { deliveryOptionsInput } from '@portcullis/core';
import { z } from 'zod';

const actionType = z.enum(['triggered', 'receive']).nullable();

/** `WebhookView` of the core. */
export const webhookSchema = z.object({
  id: z.number(),
  name: z.string(),
  url: z.string(),
  notificationType: z.array(z.string()),
  global: z.boolean(),
  createdBy: z.number(),
});

/** `WebhookDetailView` of the core. */
export const webhookDetailSchema = webhookSchema.extend({
  delivery: z.object({
    state: z.enum(['active', 'paused', 'disabled']),
    reason: z.string().optional(),
    since: z.string(),
    pending: z.number().describe('Deliveries that wait for their first or next attempt.'),
    held: z.number().describe('Deliveries that are held for now.'),
    consecutiveFailures: z.number(),
    failingSince: z.string().optional(),
    nextProbeAt: z.string().optional().describe('While the receiver is failing: the time of the next probe.'),
    quietUntil: z
      .string()
      .optional()
      .describe('The end of a pause: the receiver asked for it, or the secret of the webhook cannot be opened now.'),
    actionType: actionType.describe("The selection of its owner's notifications; null: all of them."),
    options: deliveryOptionsInput,
  }),
});

/** `NotificationKindView` of the core. */
export const notificationKindSchema = z.object({
  kind: z.string(),
  trigger: z.string().describe('What happened, in one sentence.'),
});

/** `WebhookTestView` of the core. */
export const webhookTestSchema = z.object({
  url: z.string(),
  succeeded: z.boolean(),
  statusCode: z.number().describe('500 if the endpoint did not respond, as in the history.'),
  response: z.record(z.string(), z.unknown()),
  durationMs: z.number(),
});

/** The response of POST /webhooks/{id}/recover. */
export const webhookRecoveredSchema = z.object({
  recovered: z.number().describe('The number of deliveries that were queued again.'),
});

/** `WebhookChangeView` of the core. */
export const webhookChangeSchema = z.object({
  id: z.number(),
  url: z.string(),
  name: z.string(),
  global: z.boolean(),
  actionType,
  createdBy: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** `WebhooksCreatedView` of the core. */
export const webhooksCreatedSchema = z.object({
  createdWebhooks: z.array(webhookChangeSchema),
  errors: z.array(
    z.object({
      index: z.number(),
      name: z.string().optional(),
      url: z.string().optional(),
      message: z.string(),
      code: z.string(),
      details: z.unknown().optional(),
    }),
  ),
});

/** `HistoryRecordView` of the core. */
export const historyRecordSchema = z.object({
  id: z.number(),
  request: z.object({
    text: z.string(),
    metadata: z.record(z.string(), z.unknown()),
    webhookId: z.number(),
    webhookName: z.string(),
  }),
  response: z.record(z.string(), z.unknown()),
  statusCode: z.number(),
  notificationType: z.string(),
  webhooksActivityId: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
  webhooksId: z.number().optional(),
  url: z.string().optional(),
  name: z.string().optional(),
  actionType: actionType.optional(),
  createdBy: z.number().optional(),
});

/** `HistoryPageView` of the core. */
export const historyPageSchema = z.object({
  count: z.string().describe('A number, as a string; on a page by cursor, that of the first page.'),
  records: z.array(historyRecordSchema),
  cursor: z.string().optional().describe('The cursor of the next page; absent on the last page.'),
});
