import { z } from 'zod';
import { integrationStatusSchema } from './integration-schema.ts';
import { journalEntrySchema, operationSchema } from './operation-schema.ts';
import { validationTestResultSchema } from './validation-results-schema.ts';

const id = z.string().describe('The id of this event, for Last-Event-ID.');

const snapshot = z.object({
  integrationId: z.number(),
  status: integrationStatusSchema,
  operation: operationSchema.optional().describe('The latest operation, with its journal so far.'),
});

const statement = journalEntrySchema.extend({
  integrationId: z.number(),
  operationId: z.number(),
  total: z.number().describe('The number of statements in the plan.'),
});

const test = z.object({
  integrationId: z.number(),
  operation: z.string().describe('The operation for which the integration is validated.'),
  state: z.enum(['started', 'finished']),
  position: z.number(),
  total: z.number(),
  test: validationTestResultSchema.partial().extend({ name: z.string() }),
});

/** `ProgressEvent` of the core: the fields of an event of a stream. */
export const progressEventSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('snapshot'), id, data: snapshot }),
  z.object({
    event: z.literal('operation'),
    id,
    data: operationSchema.omit({ journal: true }).extend({ integrationId: z.number() }),
  }),
  z.object({ event: z.literal('statement'), id, data: statement }),
  z.object({ event: z.literal('test'), data: test }),
]);
