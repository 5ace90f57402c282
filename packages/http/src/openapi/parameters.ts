import { z } from 'zod';
import type { Route } from '../routing/route.ts';

const HEADER_PARAMETERS: Readonly<Record<Route['headers'][number], object>> = {
  'If-Match': {
    description: 'The ETag that may be changed, several between commas, or *. Another stored version is a 412.',
    schema: { type: 'string' },
  },
  'Last-Event-ID': {
    description:
      'The id of the last event that was received: the stream goes on behind it, without a snapshot. What is no such id counts as none: a snapshot comes first.',
    schema: { type: 'string' },
  },
  'Idempotency-Key': {
    description:
      "A key of the caller's, such as a UUID. A repetition with the same key and body gets the first answer, with the header Idempotent-Replayed, and does nothing. Another body is a 422, a first request that still runs a 409.",
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  'If-Plan': { description: 'The hash of the plan that may run; another plan is a 412.', schema: { type: 'string' } },
};

/** The parameters of an operation: path, query, headers. */
export function parametersOf(route: Route): readonly object[] {
  const id = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER };
  return [
    ...(route.path.includes('{id}') ? [{ name: 'id', in: 'path', required: true, schema: id }] : []),
    ...queryParameters(route.query),
    ...route.headers.map((name) => ({ name, in: 'header', required: false, ...HEADER_PARAMETERS[name] })),
    { $ref: '#/components/parameters/X-Request-Id' },
  ];
}

function queryParameters(query: z.ZodObject): readonly object[] {
  const { properties = {} } = z.toJSONSchema(query, { target: 'draft-2020-12' });
  return Object.entries(properties).map(([name, schema]) => {
    const { description, ...rest } = schema as { readonly description?: string };
    return { name, in: 'query', required: false, ...(description === undefined ? {} : { description }), schema: rest };
  });
}
