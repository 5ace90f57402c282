import type { ResponseSchema } from '../routing/route.ts';
import type { ComponentSchemaName } from './component-schemas.ts';

/** An id in a response: the collection of its member, and its path as a JSON Pointer. */
export interface ReturnedId {
  /** The path of the collection's members, before the id. */
  readonly collection: string;
  readonly pointer: string;
}

const INTEGRATION: ReturnedId = { collection: '/integrations', pointer: '/id' };
const WEBHOOK: ReturnedId = { collection: '/webhooks', pointer: '/id' };
const RECORD: ReturnedId = { collection: '/webhooks/history/retry', pointer: '/id' };
const API_KEY: ReturnedId = { collection: '/api-keys', pointer: '/id' };

/** The ids in responses, by the schema of the response. */
const RETURNED_IDS: Readonly<Partial<Record<ComponentSchemaName, readonly ReturnedId[]>>> = {
  Integration: [INTEGRATION],
  OperationResponse: [INTEGRATION],
  MigrationResponse: [INTEGRATION],
  StatusResponse: [INTEGRATION],
  Capabilities: [INTEGRATION],
  Webhook: [WEBHOOK],
  WebhookDetail: [WEBHOOK],
  WebhookChange: [WEBHOOK],
  WebhooksCreated: [{ ...WEBHOOK, pointer: '/createdWebhooks/0/id' }],
  HistoryRecord: [RECORD, { ...WEBHOOK, pointer: '/request/webhookId' }],
  HistoryPage: [
    { ...RECORD, pointer: '/records/0/id' },
    { ...WEBHOOK, pointer: '/records/0/request/webhookId' },
  ],
  ApiKey: [API_KEY],
  ApiKeyCreated: [API_KEY],
  ApiKeyRevoked: [API_KEY],
};

/** Returns the ids in a response. For a list, those of its first member. */
export function returnedIds(schema: ResponseSchema): readonly ReturnedId[] {
  const inList = typeof schema === 'object' && 'listOf' in schema;
  return schemaNames(schema)
    .flatMap((name) => RETURNED_IDS[name] ?? [])
    .map(({ collection, pointer }) => ({ collection, pointer: inList ? `/0${pointer}` : pointer }));
}

/** Returns the components of a response, or of its members. */
export function schemaNames(schema: ResponseSchema): readonly ComponentSchemaName[] {
  if (schema === 'object' || schema === 'nothing') return [];
  if (typeof schema === 'string') return [schema];
  if ('oneOf' in schema) return schema.oneOf;
  return schema.listOf === 'string' ? [] : [schema.listOf];
}
