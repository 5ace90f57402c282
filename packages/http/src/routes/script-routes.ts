import type { RequestedScript } from '@portcullis/core';
import { JSON_OR_YAML } from '../body/content-type.ts';
import { SCRIPT_MEDIA_TYPES, scriptResponse } from '../responses/script-response.ts';
import { defineRoute } from '../routing/define-route.ts';

const RESPONSES = { 200: { schema: 'Script', description: 'The script to run on the platform.' } } as const;

/** The script endpoints that take a config. Source: docs/reference/http/scripts.md. */
const REQUESTED = [
  {
    kind: 'initial-create',
    path: '/integrations/scripts/initial-create',
    operationId: 'getInitialCreateScript',
    schema: 'InitialCreateScriptBody',
    summary: 'Get the first of two creation scripts',
  },
  {
    kind: 'create',
    path: '/integrations/scripts/create',
    operationId: 'getCreateScript',
    schema: 'CreateScriptBody',
    summary: 'Get the script that creates what the integration needs on the platform',
  },
  {
    kind: 'edit',
    path: '/integrations/{id}/scripts/edit',
    operationId: 'getEditScript',
    schema: 'EditScriptBody',
    summary: 'Get the script that changes the stored integration into the one in the body',
  },
  {
    kind: 'cleanup',
    path: '/integrations/scripts/cleanup',
    operationId: 'getCleanupScript',
    schema: 'CleanupScriptBody',
    summary: 'Get the script that removes the objects of a failed creation',
  },
  {
    kind: 'post-cleanup',
    path: '/integrations/scripts/post-cleanup',
    operationId: 'getPostCleanupScript',
    schema: 'PostCleanupScriptBody',
    summary: 'Get the second of two removal scripts',
  },
] as const satisfies readonly { readonly kind: RequestedScript; readonly [column: string]: string }[];

/** The script endpoints. */
export const SCRIPT_ROUTES = [
  ...REQUESTED.map(({ kind, schema, ...row }) =>
    defineRoute({
      ...row,
      method: 'POST',
      tag: 'Scripts',
      body: { mediaTypes: JSON_OR_YAML, required: true, schema },
      offers: SCRIPT_MEDIA_TYPES,
      responses: RESPONSES,
      errors: [
        'TYPE_UNKNOWN',
        'AUTO_BOOTSTRAP_INVALID',
        'SCRIPT_NOT_AVAILABLE',
        ...(kind === 'edit'
          ? (['ATTRIBUTES_NOT_EDITABLE', 'INTEGRATION_NOT_FOUND', 'PLUGIN_NOT_INSTALLED'] as const)
          : []),
      ],
      async run({ portcullis, context, id, body, mediaType }) {
        const integration = Number.isNaN(id) ? undefined : id;
        return scriptResponse(await portcullis.integrations.script(context, kind, body, integration), mediaType);
      },
    }),
  ),
  defineRoute({
    method: 'POST',
    path: '/integrations/{id}/scripts/delete',
    operationId: 'getDeleteScript',
    tag: 'Scripts',
    summary: 'Get the script that removes the objects of a created integration from the platform',
    offers: SCRIPT_MEDIA_TYPES,
    responses: RESPONSES,
    errors: ['INTEGRATION_NOT_FOUND', 'PLUGIN_NOT_INSTALLED', 'SCRIPT_NOT_AVAILABLE'],
    async run({ portcullis, context, id, mediaType }) {
      return scriptResponse(await portcullis.integrations.deleteScript(context, id), mediaType);
    },
  }),
];
