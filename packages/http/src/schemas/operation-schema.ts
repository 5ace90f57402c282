import { z } from 'zod';
import { namedObjectSchema } from './plan-schema.ts';
import { failureCauseSchema, validationResultsSchema } from './validation-results-schema.ts';

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
  status: z.enum(['intended', 'done', 'failed', 'unknown']),
  error: z.unknown().optional(),
  startedAt: z.string(),
  finishedAt: z.string().optional(),
  durationMs: z.number().optional(),
});

const operationFailure = z.object({
  class: z.string(),
  message: z.string(),
  cause: failureCauseSchema.optional(),
  object: namedObjectSchema.optional(),
  action: z.enum(['create', 'alter', 'drop']).optional(),
  statement: z.string().optional().describe('The statement that the platform refused; secrets are {{slots}}.'),
  missing: z
    .array(z.object({ privilege: z.string(), on: z.string() }))
    .optional()
    .describe('If a privilege is missing: the privileges that the statement needs.'),
  remediation: z
    .object({ statements: z.array(z.string()), runAs: z.string() })
    .optional()
    .describe('The statements that fix it, and the account that must run them.'),
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
  error: operationFailure.optional().describe('Why it failed, and how to fix it.'),
  leftovers: z.array(z.string()).optional(),
  validationResults: validationResultsSchema.optional(),
  journal: z.array(journalEntrySchema),
});
