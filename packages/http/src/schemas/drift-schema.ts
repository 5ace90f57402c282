import { z } from 'zod';
import { planStepSchema } from './plan-schema.ts';

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const finding = z.object({
  state: z
    .enum(['missing', 'changed', 'extra', 'unknown'])
    .describe('extra: bears the mark of this integration and is in no ledger. unknown: cannot be seen; never missing.'),
  object: z.object({
    key: z.string().optional().describe('Identity within the integration; absent for what is in no ledger.'),
    kind: z.string(),
    name: z.string().describe('Name on the platform.'),
  }),
  message: z.string(),
  difference: z.array(z.object({ field: z.string(), wanted: scalar, observed: scalar })),
  repair: z.array(planStepSchema).describe('The part of the whole repair that mends this object.'),
});

/** `DriftReport` of the core. */
export const driftReportSchema = z.object({
  status: z
    .enum(['clean', 'drifted', 'unknown'])
    .describe('unknown: nothing differs as far as can be seen, and not everything can be seen.'),
  observedAt: z.string(),
  observedAs: z
    .enum(['service', 'setup'])
    .describe('The service account, or the privileged one whose credentials came.'),
  examined: z.number().describe('How many objects were looked for.'),
  findings: z.array(finding),
  repair: z.array(planStepSchema).describe('Every statement that mends something, in the order in which to run them.'),
  warnings: z.array(z.string()),
});
