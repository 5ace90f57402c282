import { z } from 'zod';
import { JSON_OR_YAML } from '../body/content-type.ts';
import { booleanParameter } from '../parameters/parse-query.ts';
import { ok } from '../responses/route-response.ts';
import { defineRoute } from '../routing/define-route.ts';

/** The objects of an integration on the platform: their drift, and the ones whose ownership is unresolved. */
export const INTEGRATION_OBJECT_ROUTES = [
  defineRoute({
    method: 'GET',
    path: '/integrations/{id}/drift',
    operationId: 'getIntegrationDrift',
    tag: 'Integrations',
    summary: 'Compare the platform with the ledger of an integration, as its service account',
    query: z.strictObject({
      last: booleanParameter().optional().describe('Return the last report; compare only if there is none.'),
    }),
    responses: {
      200: { schema: 'DriftReport', description: 'The differences, with the statements that repair them.' },
    },
    errors: ['INTEGRATION_NOT_FOUND', 'INTEGRATION_BUSY', 'PLUGIN_NOT_INSTALLED', 'PLUGIN_OUTDATED'],
    async run({ portcullis, context, id, query }) {
      return ok(await portcullis.integrations.drift(context, id, undefined, query));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/integrations/{id}/drift',
    operationId: 'observeIntegrationDrift',
    tag: 'Integrations',
    summary: 'Compare the platform with the ledger of an automatic integration, as the privileged account in the body',
    body: { mediaTypes: JSON_OR_YAML, required: false, schema: 'CredentialsBody' },
    responses: {
      200: { schema: 'DriftReport', description: 'The differences, with the statements that repair them.' },
    },
    errors: [
      'CREDENTIALS_REFUSED',
      'REDACTED_VALUE',
      'INTEGRATION_NOT_FOUND',
      'INTEGRATION_BUSY',
      'PLUGIN_NOT_INSTALLED',
      'PLUGIN_OUTDATED',
    ],
    async run({ portcullis, context, id, body }) {
      return ok(await portcullis.integrations.drift(context, id, body));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/integrations/{id}/unresolved-objects',
    operationId: 'listUnresolvedObjects',
    tag: 'Integrations',
    summary: 'List the objects on the platform whose ownership is unresolved',
    responses: {
      200: { schema: { listOf: 'UnresolvedObject' }, description: 'The objects that wait for a decision.' },
    },
    errors: ['INTEGRATION_NOT_FOUND'],
    async run({ portcullis, context, id }) {
      return ok(await portcullis.integrations.unresolvedObjects(context, id));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/integrations/{id}/unresolved-objects',
    operationId: 'decideOwnership',
    tag: 'Integrations',
    summary: 'Decide who owns an unresolved object; the next operation continues with it',
    body: { mediaTypes: JSON_OR_YAML, required: true, schema: 'OwnershipDecisionBody' },
    responses: {
      200: { schema: { listOf: 'UnresolvedObject' }, description: 'The objects that are still unresolved.' },
    },
    errors: ['INTEGRATION_NOT_FOUND', 'INTEGRATION_BUSY', 'NO_DECISION_PENDING'],
    async run({ portcullis, context, id, body }) {
      return ok(await portcullis.integrations.decideOwnership(context, id, body));
    },
  }),
];
