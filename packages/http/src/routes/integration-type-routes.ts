import { JSON_OR_YAML } from '../body/content-type.ts';
import { ok } from '../responses/route-response.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Routes about types of integrations, before one is created. */
export const INTEGRATION_TYPE_ROUTES = [
  defineRoute({
    method: 'GET',
    path: '/integrations/types',
    operationId: 'listIntegrationTypes',
    tag: 'Integrations',
    summary: 'List the installed types, each with the JSON Schema of its config',
    responses: { 200: { schema: { listOf: 'IntegrationType' }, description: 'All types.' } },
    async run({ portcullis, context }) {
      return ok(await portcullis.integrations.types(context));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/integrations/privileges',
    operationId: 'getSetupPrivileges',
    tag: 'Integrations',
    summary:
      'Get the least-privileged role that can set up a config, and the script that creates the role; secrets may be left out, except those that identify the target',
    body: { mediaTypes: JSON_OR_YAML, required: true, schema: 'SetupPrivilegesBody' },
    offers: ['application/json', 'text/plain'],
    responses: {
      200: { schema: 'SetupPrivileges', description: 'The privileges and the script. As text: the script.' },
    },
    errors: ['TYPE_UNKNOWN', 'AUTO_BOOTSTRAP_INVALID'],
    async run({ portcullis, context, body, mediaType }) {
      const response = await portcullis.integrations.privileges(context, body);
      return mediaType === 'application/json'
        ? ok(response)
        : { status: 200, text: { mediaType, content: response.script } };
    },
  }),
];
