import { INTEGRATION_STATUSES } from '@portcullis/core';
import { z } from 'zod';
import { namedObjectSchema, planSchema } from './plan-schema.ts';
import { validationResultsSchema } from './validation-results-schema.ts';

/** `IntegrationStatus` of the core. */
export const integrationStatusSchema = z.enum(INTEGRATION_STATUSES);

/** `IntegrationView` of the core. */
export const integrationSchema = z.object({
  id: z.string().describe('A string here, a number in paths and in the response of the status endpoint.'),
  status: integrationStatusSchema,
  statusReason: z.string().optional().describe('The reason for users: the failure, and what could not be undone.'),
  validationResults: validationResultsSchema,
  drifted: z
    .boolean()
    .optional()
    .describe('True while drift is known; absent otherwise. The last drift report has the findings.'),
  type: z.string(),
  autoBootstrap: z.boolean().optional(),
  config: z.record(z.string(), z.unknown()).optional().describe('Credentials are shown as [REDACTED].'),
});

const differingObject = namedObjectSchema.extend({ why: z.string() });
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** `EditDifference` of the core. */
const differenceSchema = z.object({
  created: z.array(differingObject),
  removed: z.array(differingObject),
  changed: z.array(
    differingObject.extend({
      formerName: z.string().optional().describe('Its previous name, if the name changes.'),
      how: z.enum(['altered', 'replaced']).describe('replaced: dropped and created again.'),
      values: z.array(z.object({ name: z.string(), from: scalar, to: scalar })),
    }),
  ),
  stored: z.array(z.string()).describe('Paths of the config whose values change in the store alone.'),
});

const editParts = {
  difference: differenceSchema.optional().describe('Only for an edit: the created, removed and changed objects.'),
  inverse: z.string().optional().describe('Only for an edit: the script that reverts it on the platform.'),
};

/** `ScriptResponse` of the core. */
export const scriptSchema = z.object({
  script: z.string(),
  language: z.string(),
  fileName: z.string(),
  target: z.string(),
  stages: z.array(z.string()).describe('The connections it runs on, in order.'),
  warnings: z.array(z.string()),
  ...editParts,
});

/** `OperationResponse` of the core. */
export const operationResponseSchema = z.object({
  id: z.string(),
  status: integrationStatusSchema,
  validationResults: validationResultsSchema,
  script: scriptSchema.optional().describe('Only with forceDisable: removes what is left on the platform.'),
  warnings: z.array(z.string()).optional(),
});

/** `AdoptionView` of the core. */
const adoption = z.object({
  instanceId: z.string().describe('The instance whose marks the objects should carry.'),
  adopted: z.array(namedObjectSchema),
  missing: z.array(namedObjectSchema).describe('Missing objects. Nothing is adopted while an object is missing.'),
  foreign: z.array(namedObjectSchema).describe('Objects that exist without these marks; they are never adopted.'),
  unknown: z.array(namedObjectSchema).describe('Objects that these credentials cannot see.'),
  otherInstances: z.array(z.string()).describe('Instances whose marks were found on objects of this target.'),
});

/** `PlannedObject` of the core. */
const plannedObject = namedObjectSchema.extend({
  within: z.string().optional().describe('The key of the object that contains it; absent at the top level.'),
  effect: z
    .enum(['created', 'changed', 'replaced', 'dropped', 'kept'])
    .describe('The effect of the plan on it. An object without a step is dropped with its container.'),
});

/** `DryRunResponse` of the core. */
export const dryRunResponseSchema = z.object({
  validationResults: validationResultsSchema,
  plan: planSchema,
  objects: z
    .array(plannedObject)
    .describe('The objects of the integration before and after the plan. An adoption has only those that it adopts.'),
  adoption: adoption.optional().describe('Only with adopt.'),
  ...editParts,
});

/** `MigrationFacts` of the core. */
const migrationFacts = {
  from: z.string().describe('The version of the plugin that stored the integration.'),
  to: z.string().describe('The version that is installed.'),
  editNeeded: z
    .array(z.object({ action: z.enum(['create', 'alter', 'drop']), object: namedObjectSchema, reason: z.string() }))
    .describe('Changes that the service account cannot make. PUT or the edit script makes them.'),
};

/** `MigrationResponse` of the core. */
export const migrationResponseSchema = operationResponseSchema.extend(migrationFacts);

/** `MigrationDryRunResponse` of the core. */
export const migrationDryRunResponseSchema = dryRunResponseSchema.extend(migrationFacts);

/** `StatusView` of the core. */
export const statusSchema = z.object({ id: z.number(), status: integrationStatusSchema });
