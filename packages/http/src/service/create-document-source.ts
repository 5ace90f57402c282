import { APPLICATION_ADMIN, type Portcullis, type Principal } from '@portcullis/core';
import { createOpenApiDocument } from '../openapi/create-openapi-document.ts';

/** Returns the OpenAPI document for the address of the routes. */
export type DocumentSource = (serverUrl: string) => Promise<unknown>;

/** The internal principal that reads the list of types: the document is public, the list is not. */
const READER: Principal = Object.freeze({
  id: Number.MAX_SAFE_INTEGER,
  name: 'openapi.json',
  permissions: [APPLICATION_ADMIN],
  groups: [],
});

/**
 * Creates the OpenAPI document on the first request; the installed types do not change during the life of an
 * instance.
 */
export function createDocumentSource(portcullis: Portcullis): DocumentSource {
  let latest: { readonly serverUrl: string; readonly document: unknown } | undefined;
  return async (serverUrl) => {
    if (latest?.serverUrl !== serverUrl) {
      const types = await portcullis.integrations.types({ principal: READER });
      latest = { serverUrl, document: createOpenApiDocument({ types, serverUrl }) };
    }
    return latest.document;
  };
}
