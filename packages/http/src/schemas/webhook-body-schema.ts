import { webhookInput } from '@portcullis/core';
import { z } from 'zod';

/** The body of POST /webhooks. Elements that do not fit are refused one by one, in the answer. */
export const webhooksBodySchema = z.strictObject({ webhooks: z.array(webhookInput).min(1) });
