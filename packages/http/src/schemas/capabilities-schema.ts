import { z } from 'zod';
import { validationTestResultSchema } from './validation-results-schema.ts';

const capability = z.object({
  feature: z.string(),
  title: z.string(),
  description: z.string().describe('The feature, in one sentence.'),
  state: z
    .enum(['works', 'limited', 'fails', 'off', 'unknown'])
    .describe('off: not switched on in the config. unknown: not tested yet.'),
  why: z.string(),
  tests: z
    .array(validationTestResultSchema.pick({ id: true, name: true, status: true, message: true, failureClass: true }))
    .describe('The tests of the last validation that concern the feature.'),
  remediation: z.object({ statements: z.array(z.string()), runAs: z.string() }).optional(),
});

/** `CapabilitiesView` of the core. */
export const capabilitiesSchema = z.object({ id: z.string(), type: z.string(), features: z.array(capability) });
