import { z } from 'zod';
import { planStepSchema } from './plan-schema.ts';

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const finding = z.object({
  state: z
    .enum(['missing', 'changed', 'extra', 'unknown'])
    .describe(
      'extra: has the mark of this integration and is not in its ledger. unknown: the account cannot see it, so it is not reported as missing.',
    ),
  object: z.object({
    key: z
      .string()
      .optional()
      .describe('Identity within the integration; absent for an object that is not in the ledger.'),
    kind: z.string(),
    name: z.string().describe('Name on the platform.'),
  }),
  message: z.string(),
  difference: z.array(z.object({ field: z.string(), desired: scalar, observed: scalar })),
  repair: z.array(planStepSchema).describe('The statements of the repair that concern this object.'),
});

/** `DriftReport` of the core. */
export const driftReportSchema = z.object({
  status: z
    .enum(['clean', 'drifted', 'unknown'])
    .describe('unknown: no difference was found, but the account cannot see some objects.'),
  observedAt: z.string(),
  observedAs: z
    .enum(['service', 'setup'])
    .describe('The service account, or the privileged account whose credentials were sent.'),
  examined: z.number().describe('The number of objects that were checked.'),
  findings: z.array(finding),
  repair: z.array(planStepSchema).describe('All repair statements, in the order in which to run them.'),
  warnings: z.array(z.string()),
});
