import { ERROR_CODES } from '@portcullis/core';
import { z } from 'zod';
import { validationResultsSchema } from './validation-results-schema.ts';
import { webhooksCreatedSchema } from './webhook-schema.ts';

/** The body of every error response. */
export const errorSchema = z.object({
  statusCode: z.int(),
  error: z.string().describe('The phrase of the status.'),
  message: z.string().describe('A message for users. Clients match on code.'),
  code: z
    .enum(Object.keys(ERROR_CODES) as [string, ...string[]])
    .optional()
    .describe('Stable; new codes may be added.'),
  details: z.unknown().optional().describe('Issues as [{ path, message }], or facts of this occurrence.'),
  validationResults: validationResultsSchema.optional(),
  requestId: z.string().optional(),
});

/** The body of the 400 when no webhook was created. Source: docs/reference/http/webhooks.md, "POST /webhooks". */
export const noWebhookCreatedSchema = errorSchema.extend({
  createdWebhooks: z.array(z.never()).describe('Empty.'),
  errors: webhooksCreatedSchema.shape.errors,
});

/** The response of the health endpoint. */
export const healthSchema = z.object({ status: z.enum(['ok', 'closing', 'unavailable']) });
