import { z } from 'zod';
import { namedObjectSchema } from './plan-schema.ts';
import { validationResultsSchema } from './validation-results-schema.ts';

/** `JournalEntryView` of the core. */
export const journalEntrySchema = z.object({
  position: z.number(),
  direction: z.enum(['forward', 'compensation']),
  action: z.string(),
  object: namedObjectSchema,
  stage: z.string(),
  actor: z.string(),
  role: z.string().optional(),
  statement: z.string(),
  status: z.enum(['intended', 'done', 'failed', 'unknown', 'skipped']),
  error: z.unknown().optional(),
  startedAt: z.string(),
  finishedAt: z.string().optional(),
  durationMs: z.number().optional(),
});

/** `OperationView` of the core. */
export const operationSchema = z.object({
  id: z.number(),
  kind: z.string(),
  status: z.enum(['running', 'succeeded', 'failed', 'interrupted']),
  startedAt: z.string(),
  finishedAt: z.string().optional(),
  durationMs: z.number().optional(),
  planHash: z.string().optional(),
  statements: z.number(),
  error: z.unknown().optional(),
  leftovers: z.array(z.string()).optional(),
  validationResults: validationResultsSchema.optional(),
  journal: z.array(journalEntrySchema),
});
