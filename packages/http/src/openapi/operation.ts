import type { AnswerSchema, Route } from '../routing/route.ts';
import { errorResponses } from './error-responses.ts';
import type { JsonSchema } from './json-schema.ts';
import { parametersOf } from './parameters.ts';

/** The callers, in words. */
const ACCESS = {
  open: 'Needs no key.',
  key: 'Any key.',
  admin: 'Requires APPLICATION_ADMIN.',
} as const satisfies Readonly<Record<Route['access'], string>>;

/** Headers of answers, by the status or the operation that has them. */
const ANSWER_HEADERS: readonly {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly description: string;
  readonly applies: (route: Route, status: number) => boolean;
}[] = [
  {
    name: 'Location',
    schema: { type: 'string', format: 'uri-reference' },
    description: 'Where the integration is.',
    applies: ({ operationId }, status) => operationId === 'createIntegration' && status === 201,
  },
  {
    name: 'Link',
    schema: { type: 'string' },
    description: 'The next page, as `<...>; rel="next"`, where there may be one.',
    applies: ({ operationId }, status) => operationId === 'listIntegrationOperations' && status === 200,
  },
  {
    name: 'Idempotent-Replayed',
    schema: { type: 'string', const: 'true' },
    description: 'The answer is that of an earlier request with the same Idempotency-Key.',
    applies: ({ headers }, status) => headers.includes('Idempotency-Key') && status === 201,
  },
  {
    name: 'ETag',
    schema: { type: 'string' },
    description: 'The stored version, for If-Match.',
    applies: ({ operationId }, status) => operationId === 'getIntegration' && status === 200,
  },
];

/** The OpenAPI operation of a route. */
export function operationOf(route: Route): object {
  const { operationId, summary, tag, access, body } = route;
  const successes = Object.entries(route.answers).map(([status, answer]) => [
    status,
    {
      description: answer.description,
      headers: headersOf(route, Number(status)),
      ...(answer.schema === 'nothing' ? {} : { content: contentOf(route.offers, schemaOf(answer.schema)) }),
    },
  ]);
  return {
    operationId,
    tags: [tag],
    summary,
    description: ACCESS[access],
    ...(access === 'open' ? { security: [] } : {}),
    parameters: parametersOf(route),
    ...(body
      ? { requestBody: { required: body.required, content: contentOf(body.mediaTypes, refTo(body.schema)) } }
      : {}),
    responses: { ...errorResponses(route), ...Object.fromEntries(successes) },
  };
}

function headersOf(route: Route, status: number): object {
  const rows = ANSWER_HEADERS.filter(({ applies }) => applies(route, status));
  const own = rows.map(({ name, schema, description }) => [name, { schema, description }]);
  return { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' }, ...Object.fromEntries(own) };
}

/** Other media types than JSON hold the text itself; for an event stream, the schema is that of one event. */
function contentOf(mediaTypes: readonly string[], schema: JsonSchema): object {
  const own: Readonly<Record<string, JsonSchema>> = {
    'text/plain': { type: 'string' },
    'application/sql': { type: 'string' },
    'text/event-stream': refTo('ProgressEvent'),
  };
  return Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema: own[mediaType] ?? schema }]));
}

function schemaOf(schema: AnswerSchema): JsonSchema {
  if (schema === 'object' || schema === 'nothing') return { type: 'object' };
  if (typeof schema === 'string') return refTo(schema);
  if ('oneOf' in schema) return { oneOf: schema.oneOf.map(refTo) };
  return { type: 'array', items: schema.listOf === 'string' ? { type: 'string' } : refTo(schema.listOf) };
}

function refTo(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}
