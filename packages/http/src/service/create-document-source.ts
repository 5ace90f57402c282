import { APPLICATION_ADMIN, type Portcullis, type Principal } from '@portcullis/core';
import { createOpenApiDocument, serversOf } from '../openapi/create-openapi-document.ts';

/** Returns the OpenAPI document for the address of the routes, as the bytes of its JSON. */
export type DocumentSource = (serverUrl: string) => Promise<Uint8Array<ArrayBuffer>>;

/** The internal principal that reads the list of types: the document is public, the list is not. */
const READER: Principal = Object.freeze({
  id: Number.MAX_SAFE_INTEGER,
  name: 'openapi.json',
  permissions: [APPLICATION_ADMIN],
  groups: [],
});

/**
 * Creates the OpenAPI document on the first request; the installed types do not change during the life of an
 * instance. The address differs for each request, if the path of the mount has parameters. The rest is serialised and encoded once, because
 * it has half a million characters and any caller may request it.
 */
export function createDocumentSource(portcullis: Portcullis): DocumentSource {
  let parts: { readonly head: object; readonly rest: Uint8Array } | undefined;
  return async (serverUrl) => {
    if (!parts) {
      const types = await portcullis.integrations.types({ principal: READER });
      const { openapi, info, servers: _others, ...rest } = createOpenApiDocument({ types, serverUrl });
      // Without its opening brace.
      parts = { head: { openapi, info }, rest: Buffer.from(JSON.stringify(rest).slice(1)) };
    }
    const head = JSON.stringify({ ...parts.head, servers: serversOf(serverUrl) });
    return Buffer.concat([Buffer.from(`${head.slice(0, -1)},`), parts.rest]);
  };
}
