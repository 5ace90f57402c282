import { ERROR_CODES, type ErrorCode, type ErrorCodeFacts } from '@portcullis/core';
import type { Route } from '../routing/route.ts';
import type { ComponentSchemaName } from './component-schemas.ts';
import type { JsonSchema } from './json-schema.ts';

/** Codes that all routes of a kind can return. */
const SHARED: readonly { readonly codes: readonly ErrorCode[]; readonly applies: (route: Route) => boolean }[] = [
  { codes: ['PARAMETER_INVALID'], applies: () => true },
  {
    codes: ['BODY_INVALID', 'BODY_TIMEOUT', 'BODY_TOO_LARGE', 'MEDIA_TYPE_UNSUPPORTED'],
    applies: (route) => route.body !== undefined,
  },
  {
    codes: ['API_KEY_MISSING', 'API_KEY_INVALID', 'TENANT_SUSPENDED', 'RATE_LIMITED', 'INSTANCE_CLOSED'],
    applies: (route) => route.access !== 'open',
  },
  { codes: ['PERMISSION_MISSING'], applies: (route) => route.access === 'admin' },
  { codes: ['NOT_ACCEPTABLE', 'INTERNAL'], applies: () => true },
];

/** Codes whose responses have additional members. */
const OWN_SCHEMAS: Readonly<Partial<Record<ErrorCode, ComponentSchemaName>>> = {
  NO_WEBHOOK_CREATED: 'NoWebhookCreated',
};

/** Headers of error responses by status. */
const HEADERS: Readonly<Record<number, Readonly<Record<string, unknown>>>> = {
  401: { 'WWW-Authenticate': { schema: { type: 'string' } } },
  409: { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds to wait before trying again.' } },
  412: { ETag: { schema: { type: 'string' }, description: 'The stored version, when If-Match named another one.' } },
  429: { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds.' } },
};

/** Returns the error responses of an operation: one for each status, with an example for each code. */
export function errorResponses(route: Route): Readonly<Record<string, unknown>> {
  const codes = new Set([
    ...SHARED.filter(({ applies }) => applies(route)).flatMap((row) => row.codes),
    ...route.errors,
  ]);
  const pairs = [...codes].flatMap((code) => statusesOf(code).map((status) => ({ code, status })));
  const byStatus = Map.groupBy(pairs, ({ status }) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      String(status),
      errorResponse(
        status,
        group.map(({ code }) => code),
      ),
    ]),
  );
}

/** Returns the statuses of a code: one, or two if waiting can help. */
function statusesOf(code: ErrorCode): readonly number[] {
  const { statusCode, withRetryAfter }: ErrorCodeFacts = ERROR_CODES[code];
  return withRetryAfter ? [statusCode, withRetryAfter.statusCode] : [statusCode];
}

function errorResponse(status: number, codes: readonly ErrorCode[]) {
  return {
    description: codes.map((code) => `\`${code}\`: ${ERROR_CODES[code].when} ${ERROR_CODES[code].help}`).join('\n\n'),
    headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' }, ...HEADERS[status] },
    content: {
      'application/json': {
        schema: schemaOf(codes),
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code, status) }])),
      },
    },
  };
}

function schemaOf(codes: readonly ErrorCode[]): JsonSchema {
  const names = new Set(codes.map((code) => OWN_SCHEMAS[code] ?? 'Error'));
  const refs = [...names].map((name) => ({ $ref: `#/components/schemas/${name}` }));
  return refs.length === 1 ? { ...refs[0] } : { anyOf: refs };
}

function exampleOf(code: ErrorCode, status: number) {
  const { when, ...facts }: ErrorCodeFacts = ERROR_CODES[code];
  const { statusCode, error } = facts.withRetryAfter?.statusCode === status ? facts.withRetryAfter : facts;
  return { statusCode, error, message: when, code, requestId: '0b8d5f0e-6c0f-4c7e-9d3a-6f1d1c1a2b3c' };
}
