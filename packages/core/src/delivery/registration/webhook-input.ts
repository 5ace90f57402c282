import { z } from 'zod';
import { nameSchema } from '../../kernel/input/name-schema.ts';
import { secretProblem } from '../attempt/sign/signing-secret.ts';
import { deliveryOptionsInput } from '../subscriptions/delivery-options.ts';

/** One element of POST /webhooks. Source: docs/reference/http/webhooks.md; `received` is accepted for `receive`. */
export const webhookInput = z.strictObject({
  url: z.string().min(1).describe('The address that deliveries go to: http or https, and public.'),
  name: nameSchema(255),
  global: z
    .boolean()
    .describe('True: it also receives notifications that do not pertain to its owner. Administrators only.'),
  notificationType: z.array(z.string()).min(1).max(500).describe('GET /webhooks/actions lists the kinds.'),
  actionType: z
    .enum(['triggered', 'receive', 'received'])
    .nullable()
    .transform((actionType) => (actionType === 'received' ? 'receive' : actionType)),
  secret: z
    .string()
    .min(1)
    .max(1024)
    .superRefine((secret, context) => {
      const problem = secretProblem(secret);
      if (problem) context.addIssue({ code: 'custom', message: problem });
    })
    .optional()
    .meta({ description: 'Signs the deliveries.', writeOnly: true, format: 'password' }),
  delivery: deliveryOptionsInput.optional().describe('Delivery options.'),
});

/** An element of POST /webhooks that is well-formed. */
export type WebhookInput = z.output<typeof webhookInput>;
