import { z } from 'zod';
import { JSON_OR_YAML } from '../body/content-type.ts';
import { booleanParameter } from '../parameters/parse-query.ts';
import { preconditionsOf } from '../parameters/preconditions.ts';
import { ok } from '../responses/route-response.ts';
import { defineRoute } from '../routing/define-route.ts';

const dryRun = booleanParameter().optional().describe('Sign in and plan; change nothing.');

/** The secrets of integrations. */
export const INTEGRATION_SECRET_ROUTES = [
  defineRoute({
    method: 'POST',
    path: '/integrations/{id}/rotate-secret',
    operationId: 'rotateIntegrationSecret',
    tag: 'Integrations',
    summary:
      'Replace the secret that the service signs in with; takes privileged credentials if the platform requires them',
    query: z.strictObject({ dryRun }),
    headers: ['If-Match', 'If-Plan'],
    body: { mediaTypes: JSON_OR_YAML, required: false, schema: 'CredentialsBody' },
    responses: {
      200: {
        schema: { oneOf: ['OperationResponse', 'DryRunResponse'] },
        description: 'The rotation has begun; poll the status. With dryRun: the result of the sign-in, and the plan.',
      },
    },
    errors: [
      'CREDENTIALS_REFUSED',
      'CREDENTIALS_MISSING',
      'ROTATION_NOT_AVAILABLE',
      'INTEGRATION_NOT_FOUND',
      'INTEGRATION_BUSY',
      'INTEGRATION_NOT_ENABLED',
      'PLUGIN_NOT_INSTALLED',
      'PLUGIN_OUTDATED',
      'VERSION_MISMATCH',
      'PLAN_CHANGED',
      'VALIDATION_FAILED',
      'TENANT_LIMIT',
    ],
    async run({ portcullis, context, id, query, body, headers }) {
      const options = { dryRun: query.dryRun, ...preconditionsOf(headers) };
      return ok(await portcullis.integrations.rotateSecret(context, id, body, options));
    },
  }),
];
