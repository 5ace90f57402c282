import { z } from 'zod';
import { ok } from '../responses/route-response.ts';
import { defineRoute } from '../routing/define-route.ts';

/** The features of an integration, and the set-up and the key of its clients. */
export const INTEGRATION_CLIENT_ROUTES = [
  defineRoute({
    method: 'GET',
    path: '/integrations/{id}/capabilities',
    operationId: 'getCapabilities',
    tag: 'Integrations',
    summary: 'Get the state of each feature, as of the last validation',
    responses: { 200: { schema: 'Capabilities', description: 'The capability matrix.' } },
    errors: ['INTEGRATION_NOT_FOUND', 'PLUGIN_NOT_INSTALLED'],
    async run({ portcullis, context, id }) {
      return ok(await portcullis.integrations.capabilities(context, id));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/integrations/{id}/client-setup',
    operationId: 'getClientSetup',
    tag: 'Integrations',
    summary: 'Get the integration key and the files with which an administrator configures the platform',
    query: z.strictObject({ version: z.string().optional().describe('One of versions in the response.') }),
    responses: { 200: { schema: 'ClientSetup', description: 'Shows the key: must not be cached.' } },
    errors: ['INTEGRATION_NOT_FOUND', 'PLUGIN_NOT_INSTALLED'],
    async run({ portcullis, context, id, query, hostUrl }) {
      return ok(await portcullis.integrations.clientSetup(context, id, { ...query, baseUrl: hostUrl() }));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/integrations/{id}/regenerate',
    operationId: 'regenerateIntegrationKey',
    tag: 'Integrations',
    summary: 'Make a new integration key; the old one stays valid for a limited time',
    responses: { 200: { schema: 'StatusResponse', description: 'The key was made. The client set-up shows it.' } },
    errors: ['INTEGRATION_NOT_FOUND', 'INTEGRATION_BUSY', 'PLUGIN_NOT_INSTALLED'],
    async run({ portcullis, context, id }) {
      return ok(await portcullis.integrations.regenerate(context, id));
    },
  }),
];
