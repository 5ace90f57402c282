import type { IntegrationTypeView } from '@portcullis/core';
import { ROUTES } from '../routes/routes.ts';
import { operationOf } from './operation.ts';
import { pluginSchemas } from './plugin-schemas.ts';
import { TAGS } from './tags.ts';
import { zodComponents } from './zod-components.ts';

/** Options of the document. */
export interface OpenApiOptions {
  /** The installed types, from `portcullis.integrations.types(context)`. */
  readonly types: readonly IntegrationTypeView[];
  /** The address of the routes: absolute, or a path. */
  readonly serverUrl: string;
}

const REQUEST_ID = { schema: { type: 'string' }, description: 'Names the request in logs and in error responses.' };

/** Creates the OpenAPI 3.1 document of the HTTP interface, for the installed types. */
export function createOpenApiDocument({ types, serverUrl }: OpenApiOptions): Readonly<Record<string, unknown>> {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Portcullis',
      version: '1',
      description: 'Integrations with data platforms, and webhooks that report what happens.',
      contact: { name: 'Portcullis', url: 'https://github.com/portcullis-dev/portcullis' },
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: serversOf(serverUrl),
    security: [{ key: [] }, { bearer: [] }],
    tags: TAGS,
    paths: paths(),
    components: {
      schemas: { ...zodComponents(), ...pluginSchemas(types) },
      headers: { 'X-Request-Id': REQUEST_ID },
      parameters: { 'X-Request-Id': { name: 'X-Request-Id', in: 'header', required: false, ...REQUEST_ID } },
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'The key alone.' },
        bearer: { type: 'http', scheme: 'bearer', description: 'The key after "Bearer".' },
      },
    },
  };
}

/** Returns the servers of the document. */
export function serversOf(serverUrl: string): readonly object[] {
  return [{ url: serverUrl === '' ? '/' : serverUrl }];
}

function paths(): Readonly<Record<string, unknown>> {
  const byPath = Map.groupBy(ROUTES, ({ path }) => path);
  return Object.fromEntries(
    [...byPath].map(([path, routes]) => [
      path,
      Object.fromEntries(routes.map((route) => [route.method.toLowerCase(), operationOf(route)])),
    ]),
  );
}
