import { z } from 'zod';
import { secretProblem } from '../attempt/sign/signing-secret.ts';
import { deliveryOptionsInput } from '../subscriptions/delivery-options.ts';

/**
 * One line without control characters, for lists, logs and e-mails. It uses only syntax that every engine of regular expressions
 * supports, because the pattern is in the OpenAPI document.
 */
const ONE_LINE = '^[^\\x00-\\x1f\\x7f-\\x9f\u2028\u2029]*$';

/** One element of POST /webhooks. Source: interface, "POST /webhooks"; `received` is accepted for `receive`. */
export const webhookInput = z.strictObject({
  url: z.string().min(1).describe('The address that deliveries go to: http or https, and public.'),
  name: z
    .string()
    .trim()
    .min(1)
    .max(255)
    .regex(new RegExp(ONE_LINE), 'must not hold control characters')
    .meta({ pattern: ONE_LINE }),
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
