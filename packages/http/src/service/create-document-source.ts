import { APPLICATION_ADMIN, type Portcullis, type Principal } from '@portcullis/core';
import { createOpenApiDocument, serversOf } from '../openapi/create-openapi-document.ts';

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
 * instance. The address differs for each request, if the path of the mount has parameters.
 */
export function createDocumentSource(portcullis: Portcullis): DocumentSource {
  let document: Readonly<Record<string, unknown>> | undefined;
  return async (serverUrl) => {
    if (!document) {
      const types = await portcullis.integrations.types({ principal: READER });
      document = createOpenApiDocument({ types, serverUrl });
    }
    return { ...document, servers: serversOf(serverUrl) };
  };
}
