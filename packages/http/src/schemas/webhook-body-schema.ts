import { webhookInput } from '@portcullis/core';
import { z } from 'zod';

/** The body of POST /webhooks. Invalid elements are rejected individually, in the response. */
export const webhooksBodySchema = z.strictObject({ webhooks: z.array(webhookInput).min(1) });
