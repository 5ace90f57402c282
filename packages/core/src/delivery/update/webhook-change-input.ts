import { z } from 'zod';
import { webhookInput } from '../registration/webhook-input.ts';
import { deliveryOptionsInput } from '../subscriptions/delivery-options.ts';

const { url, name, notificationType, actionType, secret } = webhookInput.shape;

/** The body of PUT /webhooks/{id}: omitted fields are unchanged. */
export const webhookChangeInput = z.strictObject({
  url: url.optional(),
  name: name.optional(),
  notificationType: notificationType.optional(),
  actionType: actionType.optional(),
  secret: z.union([secret.unwrap(), z.null()]).optional().meta({
    description: 'A new secret. The previous one stays valid until the overlap ends; null ends signing at once.',
    writeOnly: true,
    format: 'password',
  }),
  secretOverlapHours: z
    .number()
    .min(0)
    .max(168)
    .default(24)
    .describe('Hours for which deliveries are also signed with the previous secret.'),
  paused: z
    .boolean()
    .optional()
    .describe('true: deliveries are held. false: they are sent again; this also enables a disabled webhook.'),
  held: z
    .union([
      z.enum(['resume', 'discard']),
      z.strictObject({ since: z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)) }),
    ])
    .default('resume')
    .describe('With paused: false, the held deliveries to send: all, none, or those since a time.'),
  delivery: deliveryOptionsInput.optional().describe('Delivery options; replaces all of them.'),
});

/** A change of a webhook. */
export type WebhookChange = z.output<typeof webhookChangeInput>;
