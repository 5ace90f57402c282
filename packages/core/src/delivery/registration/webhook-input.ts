import { z } from 'zod';
import { secretProblem } from '../attempt/sign/signing-secret.ts';
import { deliveryOptionsInput } from '../subscriptions/delivery-options.ts';

/** What shows up in lists, logs and e-mails must be one line. */
const oneLine = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u;

/** One element of POST /webhooks. Source: interface, "POST /webhooks"; `received` is accepted for `receive`. */
export const webhookInput = z.strictObject({
  url: z.string().min(1).describe('Where deliveries go: http or https, at a public address.'),
  name: z.string().trim().min(1).max(255).regex(oneLine, 'must not hold control characters'),
  global: z.boolean().describe('Whether it receives what does not pertain to its owner. Administrators only.'),
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
  delivery: deliveryOptionsInput.optional().describe('How deliveries are made.'),
});

/** An element of POST /webhooks that is well-formed. */
export type WebhookInput = z.output<typeof webhookInput>;
