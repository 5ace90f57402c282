import { TIMELINE_EVENTS } from '@portcullis/core';
import { z } from 'zod';
import { integrationStatusSchema } from './integration-schema.ts';

/** `TimelineEntryView` of the core. */
export const timelineEntrySchema = z.object({
  id: z.number(),
  at: z.string(),
  event: z.enum(TIMELINE_EVENTS),
  from: integrationStatusSchema
    .optional()
    .describe('The status before. Absent for a creation, and for drift, which does not change the status.'),
  status: integrationStatusSchema.describe('The status from then on.'),
  reason: z.string().optional().describe('The reason of the status for users; absent if there is none.'),
  operation: z
    .object({ id: z.number(), kind: z.string() })
    .optional()
    .describe('The operation that caused it. Absent for validations and drift.'),
  requestedBy: z
    .number()
    .optional()
    .describe(
      'The id of the principal that requested it. Absent for the service itself, such as a recurring validation.',
    ),
  drift: z
    .object({
      total: z.number().describe('The number of all findings.'),
      findings: z
        .array(
          z.object({
            state: z.enum(['missing', 'changed', 'extra', 'unknown']),
            kind: z.string(),
            name: z.string(),
          }),
        )
        .describe('The first findings, at most 20.'),
    })
    .optional()
    .describe('Only for drift.'),
});
