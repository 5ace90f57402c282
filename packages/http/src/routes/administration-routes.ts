import { z } from 'zod';
import { created, NO_STORE, ok } from '../answers/answer.ts';
import { JSON_ONLY } from '../body/content-type.ts';
import { booleanParameter } from '../parameters/parse-query.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Settings and API keys, beyond the interface. */
export const ADMINISTRATION_ROUTES = [
  defineRoute({
    method: 'GET',
    path: '/settings',
    operationId: 'getSettings',
    tag: 'Administration',
    summary: 'Get the settings in force',
    answers: { 200: { schema: 'Settings', description: 'All settings.' } },
    async run({ portcullis, context }) {
      return ok(await portcullis.settings.get(context));
    },
  }),
  defineRoute({
    method: 'PATCH',
    path: '/settings',
    operationId: 'changeSettings',
    tag: 'Administration',
    summary: 'Change some of the settings; in force without a restart',
    body: { mediaTypes: JSON_ONLY, required: true, schema: 'SettingsBody' },
    answers: { 200: { schema: 'Settings', description: 'All settings after the change.' } },
    async run({ portcullis, context, body }) {
      return ok(await portcullis.settings.update(context, body));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/secret-keys',
    operationId: 'getSecretKeys',
    tag: 'Administration',
    summary: 'Tell which keys have sealed the stored secrets. Never shows a key',
    answers: { 200: { schema: 'SecretKeys', description: 'The ids of the keys, and how much each has sealed.' } },
    async run({ portcullis, context }) {
      return ok(await portcullis.secretKeys.get(context));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/secret-keys/reseal',
    operationId: 'resealSecrets',
    tag: 'Administration',
    summary: 'Seal anew with the current key what older keys have sealed',
    answers: { 200: { schema: 'Resealed', description: 'What was done, and what is left.' } },
    async run({ portcullis, context }) {
      return ok(await portcullis.secretKeys.reseal(context));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api-keys',
    operationId: 'listApiKeys',
    tag: 'Administration',
    summary:
      "List API keys: the caller's own that have no permission which the calling key lacks, administrators all. Keys themselves are never shown",
    access: 'key',
    answers: { 200: { schema: { listOf: 'ApiKey' }, description: 'The keys.' } },
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
      'Create an API key. For others by administrators only. What a key issues neither outlives it nor may do more than it',
    access: 'key',
    body: { mediaTypes: JSON_ONLY, required: true, schema: 'ApiKeyBody' },
    answers: { 201: { schema: 'ApiKeyCreated', description: 'The only answer that shows the key.' } },
    errors: ['PERMISSION_MISSING'],
    async run({ portcullis, context, body }) {
      return created(await portcullis.apiKeys.create(context, body), NO_STORE);
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
      keepIssued: booleanParameter().default(false).describe('Leaves the keys that were issued with it.'),
    }),
    answers: { 200: { schema: 'ApiKeyRevoked', description: 'The revoked key.' } },
    errors: ['API_KEY_NOT_FOUND'],
    async run({ portcullis, context, id, query }) {
      return ok(await portcullis.apiKeys.revoke(context, id, query));
    },
  }),
];
