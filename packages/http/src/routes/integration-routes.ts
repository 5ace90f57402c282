import { z } from 'zod';
import { JSON_OR_YAML } from '../body/content-type.ts';
import { idempotencyKeyOf } from '../parameters/idempotency-key.ts';
import { booleanParameter } from '../parameters/parse-query.ts';
import { entityTag, preconditionsOf } from '../parameters/preconditions.ts';
import { createdOnce, ok } from '../responses/route-response.ts';
import { defineRoute } from '../routing/define-route.ts';

const dryRun = booleanParameter().optional().describe('Validate and plan; change nothing.');
const adopt = booleanParameter()
  .optional()
  .describe('Adopt the objects that exist on the platform. With dryRun, the response lists what would be adopted.');
const instanceId = z
  .string()
  .regex(/^[0-9a-f]{16}$/)
  .optional()
  .describe('With adopt: the instance whose marks the objects have, if it is another one.');
const dropContents = booleanParameter()
  .optional()
  .describe('Drop a database or another container even if it contains objects that the integration has not created.');
const forceDisable = booleanParameter()
  .optional()
  .describe(
    'Delete from the service only. The response contains the script that removes the objects from the platform.',
  );

/** The integrations resource. Source: docs/reference/http/integrations.md. */
export const INTEGRATION_ROUTES = [
  defineRoute({
    method: 'GET',
    path: '/integrations',
    operationId: 'listIntegrations',
    tag: 'Integrations',
    summary: 'List all integrations, ordered by id',
    responses: { 200: { schema: { listOf: 'Integration' }, description: 'All integrations.' } },
    async run({ portcullis, context }) {
      return ok((await portcullis.integrations.list(context)).map(({ integration }) => integration));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/integrations',
    operationId: 'createIntegration',
    tag: 'Integrations',
    summary: 'Create an integration',
    query: z.strictObject({ dryRun, adopt, instanceId }),
    headers: ['If-Plan', 'Idempotency-Key'],
    body: { mediaTypes: JSON_OR_YAML, required: true, schema: 'IntegrationBody' },
    responses: {
      200: { schema: 'DryRunResponse', description: 'With dryRun: the results of the tests, and the plan.' },
      201: {
        schema: 'OperationResponse',
        description: 'The creation has begun. Location is the address of the integration; poll its status.',
      },
    },
    errors: [
      'TYPE_UNKNOWN',
      'AUTO_BOOTSTRAP_INVALID',
      'REDACTED_VALUE',
      'TARGET_CREATION_FAILED',
      'TARGET_TAKEN',
      'ADOPTION_REFUSED',
      'PLAN_CHANGED',
      'VALIDATION_FAILED',
      'IDEMPOTENCY_KEY_REUSED',
      'IDEMPOTENCY_KEY_IN_USE',
      'TENANT_LIMIT',
    ],
    async run({ portcullis, context, query, body, headers, routesUrl }) {
      const { ifPlan } = preconditionsOf(headers);
      const options = { ...query, ifPlan, idempotencyKey: idempotencyKeyOf(headers) };
      const response = await portcullis.integrations.create(context, body, options);
      if (!('id' in response)) return ok(response);
      return createdOnce(response, { location: `${routesUrl}/integrations/${response.id}` });
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/integrations/{id}',
    operationId: 'getIntegration',
    tag: 'Integrations',
    summary: 'Get one integration; its ETag is the stored version',
    responses: { 200: { schema: 'Integration', description: 'The integration.' } },
    errors: ['INTEGRATION_NOT_FOUND'],
    async run({ portcullis, context, id }) {
      const { integration, version } = await portcullis.integrations.get(context, id);
      return ok(integration, { etag: entityTag(version) });
    },
  }),
  defineRoute({
    method: 'PUT',
    path: '/integrations/{id}',
    operationId: 'updateIntegration',
    tag: 'Integrations',
    summary: 'Update an integration',
    query: z.strictObject({ dryRun, dropContents }),
    headers: ['If-Match', 'If-Plan'],
    body: { mediaTypes: JSON_OR_YAML, required: true, schema: 'IntegrationUpdateBody' },
    responses: {
      200: {
        schema: { oneOf: ['OperationResponse', 'DryRunResponse'] },
        description: 'The edit has begun; poll the status. With dryRun: the results of the tests, and the plan.',
      },
    },
    errors: [
      'TYPE_UNKNOWN',
      'TYPE_NOT_EDITABLE',
      'AUTO_BOOTSTRAP_INVALID',
      'ATTRIBUTES_NOT_EDITABLE',
      'REDACTED_VALUE',
      'INTEGRATION_NOT_FOUND',
      'INTEGRATION_BUSY',
      'INTEGRATION_ENDED',
      'PLUGIN_NOT_INSTALLED',
      'PLUGIN_OUTDATED',
      'VERSION_MISMATCH',
      'REMOVAL_REFUSED',
      'FOREIGN_CONTENTS',
      'PLAN_CHANGED',
      'VALIDATION_FAILED',
      'TENANT_LIMIT',
    ],
    async run({ portcullis, context, id, query, body, headers }) {
      const options = { ...query, ...preconditionsOf(headers) };
      return ok(await portcullis.integrations.update(context, id, body, options));
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/integrations/{id}',
    operationId: 'deleteIntegration',
    tag: 'Integrations',
    summary: 'Delete an integration; one that was set up automatically takes privileged credentials in the body',
    query: z.strictObject({ dryRun, forceDisable, dropContents }),
    headers: ['If-Match', 'If-Plan'],
    body: { mediaTypes: JSON_OR_YAML, required: false, schema: 'CredentialsBody' },
    responses: {
      200: {
        schema: { oneOf: ['OperationResponse', 'DryRunResponse'] },
        description: 'The deletion has begun; poll the status. With dryRun: the results of the tests, and the plan.',
      },
    },
    errors: [
      'CREDENTIALS_REFUSED',
      'CREDENTIALS_MISSING',
      'INTEGRATION_NOT_FOUND',
      'INTEGRATION_BUSY',
      'PLUGIN_NOT_INSTALLED',
      'PLUGIN_OUTDATED',
      'VERSION_MISMATCH',
      'REMOVAL_REFUSED',
      'FOREIGN_CONTENTS',
      'PLAN_CHANGED',
      'VALIDATION_FAILED',
      'TENANT_LIMIT',
    ],
    async run({ portcullis, context, id, query, body, headers }) {
      const options = { ...query, ...preconditionsOf(headers) };
      return ok(await portcullis.integrations.remove(context, id, body, options));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/integrations/{id}/status',
    operationId: 'getIntegrationStatus',
    tag: 'Integrations',
    summary: 'Get the status of an integration, including one that was deleted recently',
    responses: { 200: { schema: 'StatusResponse', description: 'Id and status.' } },
    errors: ['INTEGRATION_NOT_FOUND'],
    async run({ portcullis, context, id }) {
      return ok(await portcullis.integrations.status(context, id));
    },
  }),
];
