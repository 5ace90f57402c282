import type { Route } from '../routing/route.ts';
import type { JsonSchema } from './json-schema.ts';

/** Headers of responses, by status or operation. */
const RESPONSE_HEADERS: readonly {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly description: string;
  readonly applies: (route: Route, status: number) => boolean;
}[] = [
  {
    name: 'Location',
    schema: { type: 'string', format: 'uri-reference' },
    description: 'The address of the integration.',
    applies: ({ operationId }, status) => operationId === 'createIntegration' && status === 201,
  },
  {
    name: 'Link',
    schema: { type: 'string' },
    description: 'The next page, as `<...>; rel="next"`, if there can be one.',
    applies: ({ query }, status) => 'after' in query.shape && status === 200,
  },
  {
    name: 'Idempotent-Replayed',
    schema: { type: 'string', const: 'true' },
    description: 'The response is that of an earlier request with the same Idempotency-Key.',
    applies: ({ headers }, status) => headers.includes('Idempotency-Key') && status === 201,
  },
  {
    name: 'ETag',
    schema: { type: 'string' },
    description: 'The stored version, for If-Match.',
    applies: ({ operationId }, status) => operationId === 'getIntegration' && status === 200,
  },
];

/** Returns the Header Objects of a response, by name. */
export function responseHeaders(route: Route, status: number): Readonly<Record<string, object>> {
  const rows = RESPONSE_HEADERS.filter(({ applies }) => applies(route, status));
  const own = rows.map(({ name, schema, description }) => [name, { schema, description }]);
  return { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' }, ...Object.fromEntries(own) };
}
