import { z } from 'zod';

/** A managed object as plans and journals name it. */
export const namedObjectSchema = z.object({
  key: z.string().describe('Identity within the integration.'),
  kind: z.string(),
  name: z.string().describe('Name on the platform.'),
});

/** `PlanStep` of the core. */
export const planStepSchema = z.object({
  action: z.enum(['create', 'alter', 'drop', 'store']),
  object: namedObjectSchema,
  statement: z.string().describe('The statement as it would run; secrets are {{slots}}.'),
  reason: z.string(),
  privileges: z.array(z.string()),
  inverse: z.array(z.string()).describe('The statements that revert it; empty if it cannot be reverted.'),
  destructive: z.boolean().describe('True if members or data are lost.'),
  irreversible: z
    .string()
    .optional()
    .describe('The reason why the former state cannot be restored if a later step fails; absent if it can.'),
  stage: z.string(),
  actor: z.enum(['setup', 'service', 'administrator', 'portcullis']),
  role: z.string().optional(),
  engine: z.string().optional(),
  alreadyDone: z.boolean().optional(),
});

/** `Plan` of the core. */
export const planSchema = z.object({
  hash: z.string().describe('SHA-256, hexadecimal. Send it as If-Plan to run exactly this plan.'),
  operation: z.enum(['create', 'edit', 'delete', 'migrate', 'rotate']),
  steps: z.array(planStepSchema),
  runtimeObjects: z
    .array(
      z.object({
        family: z.string(),
        kind: z.string(),
        name: z.string(),
        vanishesWith: z
          .string()
          .optional()
          .describe('Key of the object with which it is dropped; it has no separate step.'),
      }),
    )
    .optional()
    .describe('Objects that the host created at run time and that are dropped as well.'),
  warnings: z.array(z.string()),
});
