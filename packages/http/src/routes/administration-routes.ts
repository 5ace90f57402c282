import { z } from 'zod';
import { JSON_ONLY } from '../body/content-type.ts';
import { booleanParameter } from '../parameters/parse-query.ts';
import { created, ok } from '../responses/route-response.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Settings, secret keys and API keys. */
export const ADMINISTRATION_ROUTES = [
  defineRoute({
    method: 'GET',
    path: '/settings',
    operationId: 'getSettings',
    tag: 'Administration',
    summary: 'Get the current settings',
    responses: { 200: { schema: 'Settings', description: 'All settings.' } },
    async run({ portcullis, context }) {
      return ok(await portcullis.settings.get(context));
    },
  }),
  defineRoute({
    method: 'PATCH',
    path: '/settings',
    operationId: 'changeSettings',
    tag: 'Administration',
    summary: 'Change some of the settings; takes effect without a restart',
    body: { mediaTypes: JSON_ONLY, required: true, schema: 'SettingsBody' },
    responses: { 200: { schema: 'Settings', description: 'All settings after the change.' } },
    async run({ portcullis, context, body }) {
      return ok(await portcullis.settings.update(context, body));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/secret-keys',
    operationId: 'getSecretKeys',
    tag: 'Administration',
    summary: 'List the keys that have sealed the stored secrets; never shows a key',
    responses: {
      200: { schema: 'SecretKeys', description: 'The ids of the keys, and the number of values that each has sealed.' },
    },
    async run({ instance, context }) {
      return ok(await instance.secretKeys.get(context));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/secret-keys/reseal',
    operationId: 'resealSecrets',
    tag: 'Administration',
    summary: 'Reseal, with the current key, the values that older keys have sealed',
    responses: { 200: { schema: 'Resealed', description: 'The number of resealed values, and the remaining ones.' } },
    async run({ instance, context }) {
      return ok(await instance.secretKeys.reseal(context));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api-keys',
    operationId: 'listApiKeys',
    tag: 'Administration',
    summary:
      'List API keys. Administrators see all keys; other callers see their own keys with no more permissions than the calling key. The keys themselves are never shown',
    access: 'key',
    responses: { 200: { schema: { listOf: 'ApiKey' }, description: 'The keys.' } },
    async run({ portcullis, context }) {
      return ok(await portcullis.apiKeys.list(context));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api-keys',
    operationId: 'createApiKey',
    tag: 'Administration',
    summary:
      'Create an API key. Only administrators may create keys for others. A key cannot issue a key that outlives it or has more permissions',
    access: 'key',
    body: { mediaTypes: JSON_ONLY, required: true, schema: 'ApiKeyBody' },
    responses: { 201: { schema: 'ApiKeyCreated', description: 'The only response that shows the key.' } },
    errors: ['PERMISSION_MISSING', 'TENANT_LIMIT'],
    async run({ portcullis, context, body }) {
      return created(await portcullis.apiKeys.create(context, body));
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api-keys/{id}',
    operationId: 'revokeApiKey',
    tag: 'Administration',
    summary: 'Revoke an API key, and the keys that were issued with it',
    access: 'key',
    query: z.strictObject({
      keepIssued: booleanParameter().default(false).describe('Keeps the keys that were issued with it.'),
    }),
    responses: { 200: { schema: 'ApiKeyRevoked', description: 'The revoked key.' } },
    errors: ['API_KEY_NOT_FOUND'],
    async run({ portcullis, context, id, query }) {
      return ok(await portcullis.apiKeys.revoke(context, id, query));
    },
  }),
];
