import { z } from 'zod';

/** The body of POST /webhooks. Source: interface, "POST /webhooks". */
export const webhooksBodySchema = z.strictObject({
  webhooks: z
    .array(
      z.strictObject({
        url: z.url({ protocol: /^https?$/ }),
        name: z.string(),
        global: z.boolean().describe('Whether it receives what does not pertain to its owner. Administrators only.'),
        notificationType: z.array(z.string()).min(1).describe('GET /webhooks/actions lists the kinds.'),
        actionType: z.enum(['triggered', 'receive']).nullable(),
        secret: z.string().optional().meta({ writeOnly: true, format: 'password' }).describe('Signs the deliveries.'),
      }),
    )
    .min(1),
});
