import { z } from 'zod';
import { IDEMPOTENCY_KEY } from '../parameters/idempotency-key.ts';
import type { Route } from '../routing/route.ts';

const HEADER_PARAMETERS: Readonly<Record<Route['headers'][number], object>> = {
  'If-Match': {
    description:
      'The ETag of the version to change, several separated by commas, or *. Any other stored version is a 412.',
    schema: { type: 'string' },
  },
  'Last-Event-ID': {
    description:
      'The id of the last event received: the stream continues after it, without a snapshot. An unknown id is ignored: a snapshot comes first.',
    schema: { type: 'string' },
  },
  'Idempotency-Key': {
    description:
      'A key that the caller chooses, such as a UUID: visible ASCII characters, bare or as a string in double quotes. A repeated request with the same key and body gets the first response, with the header Idempotent-Replayed, and changes nothing. A different body is a 422; while the first request still runs, the response is a 409. A refused request does not use up its key.',
    schema: { type: 'string', pattern: IDEMPOTENCY_KEY },
  },
  'If-Plan': { description: 'The hash of the plan that may run; any other plan is a 412.', schema: { type: 'string' } },
};

/** Returns the parameters of an operation: path, query, headers. */
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
