import { ERROR_CODES, ServiceError } from '@portcullis/core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, it } from 'vitest';
import { createFakePortcullis } from '../../tests/support/fake-portcullis.ts';
import { send } from '../../tests/support/http-client.ts';
import { createResponseCheck } from '../../tests/support/open-api-responses.ts';
import * as samples from '../../tests/support/samples.ts';
import { createHttpHandler } from '../create-http-handler.ts';
import { ROUTES } from '../routes/routes.ts';
import { createOpenApiDocument } from './create-openapi-document.ts';

const document = createOpenApiDocument({ types: samples.types, serverUrl: '' });

/** Every value of a document with its path. */
function* walk(value: unknown, place = '#'): Generator<readonly [place: string, value: unknown]> {
  yield [place, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, each] of Object.entries(value)) yield* walk(each, `${place}/${key}`);
}

interface Examples {
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

function resolve(pointer: string): unknown {
  const steps = pointer
    .slice(2)
    .split('/')
    .map((step) => step.replaceAll('~1', '/'));
  return steps.reduce((value: unknown, step) => (value as Record<string, unknown> | undefined)?.[step], document);
}

describe('the OpenAPI document', () => {
  it.each([
    ['with types', samples.types],
    ['without types', []],
  ])('is valid OpenAPI 3.1 %s', async (_name, types) => {
    const made = structuredClone(createOpenApiDocument({ types, serverUrl: '/governance' }));
    const { valid, errors } = await new Validator().validate(made);
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
  });

  it('is checked by a validator that detects an invalid document', async () => {
    const broken = { ...structuredClone(document), paths: { nothing: 1 } };
    expect((await new Validator().validate(broken)).valid).toBe(false);
  });

  it('contains no broken reference', () => {
    const refs = [...walk(document)].filter(([place]) => place.endsWith('/$ref')).map(([, ref]) => String(ref));
    expect(refs.length).toBeGreaterThan(100);
    expect(refs.filter((ref) => resolve(ref) === undefined)).toEqual([]);
  });

  it('has one operation for each route, with a unique id', () => {
    const ids = ROUTES.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, method, operationId } of ROUTES) {
      expect(document).toMatchObject({ paths: { [path]: { [method.toLowerCase()]: { operationId } } } });
    }
  });

  it('has the header with the next page in each list that has pages', () => {
    for (const path of ['/integrations/{id}/operations', '/integrations/{id}/timeline']) {
      expect(document).toMatchObject({ paths: { [path]: { get: { responses: { 200: { headers: { Link: {} } } } } } } });
    }
  });

  it('has the error codes of each operation, with an example of the body', () => {
    const { paths } = document as { paths: Record<string, Record<string, { responses: object }>> };
    expect(paths['/integrations']?.post?.responses).toMatchObject({
      400: {
        content: { 'application/json': { examples: { TARGET_CREATION_FAILED: { value: { statusCode: 400 } } } } },
      },
      401: { headers: { 'WWW-Authenticate': {} } },
      409: { content: { 'application/json': { examples: { TARGET_TAKEN: { value: { error: 'Conflict' } } } } } },
      413: {},
      415: {},
      422: {},
      500: {},
    });
    expect(paths['/healthz']?.get?.responses).not.toHaveProperty('401');
  });

  it('names every error code that a response can contain', () => {
    const raisedElsewhere = ['ROUTE_NOT_FOUND', 'METHOD_NOT_ALLOWED'];
    const ofTheHost = [
      'CLOSE_TIMED_OUT',
      'EXPORT_CORRUPTED',
      'EXPORT_KEY_WRONG',
      'EXPORT_VERSION_UNKNOWN',
      'IMPORT_CONFLICT',
      'NODE_UNSUPPORTED',
      'NOTIFICATION_INVALID',
      'OPTIONS_INVALID',
      'PLUGIN_FAILED',
      'SECRET_KEY_UNKNOWN',
      'SECRET_CORRUPTED',
      'TENANT_EXISTS',
      'TENANT_ID_INVALID',
      'TENANT_IN_USE',
      'TENANT_MISMATCH',
      'TENANT_UNKNOWN',
      'WEBHOOK_BACKLOG_FULL',
    ];
    const text = JSON.stringify(document);
    const missing = Object.keys(ERROR_CODES).filter((code) => !text.includes(`"${code}":{"value"`));
    expect(missing.sort()).toEqual([...raisedElsewhere, ...ofTheHost].sort());
  });

  it('describes bodies with the installed types', () => {
    expect(resolve('#/components/schemas/IntegrationBody')).toMatchObject({
      oneOf: [
        {
          title: 'Warehouse',
          properties: { config: { $ref: '#/components/schemas/warehouse.config' } },
          required: ['type', 'autoBootstrap', 'config'],
        },
        { title: 'Cluster', properties: { type: { const: 'Cluster' } }, required: ['type'] },
      ],
    });
    expect(resolve('#/components/schemas/IntegrationUpdateBody')).toMatchObject({ title: 'Warehouse' });
    expect(resolve('#/components/schemas/CreateScriptBody')).toMatchObject({
      title: 'Warehouse',
      properties: { autoBootstrap: { const: false } },
    });
    expect(resolve('#/components/schemas/PostCleanupScriptBody')).toMatchObject({ not: {} });
    expect(resolve('#/components/schemas/warehouse.config/properties/port')).toEqual({
      $ref: '#/components/schemas/warehouse.config/$defs/port',
    });
    expect(resolve('#/components/schemas/warehouse.config')).not.toHaveProperty('$schema');
  });

  it('has an example of each body whose type has examples, with secrets by name', () => {
    const config = { host: 'warehouse.example', password: '<password>' };
    const automatic = { type: 'Warehouse', autoBootstrap: true, config };
    expect(resolve('#/components/schemas/IntegrationBody')).toMatchObject({
      oneOf: [{ examples: [automatic] }, { examples: [{ type: 'Cluster' }] }],
    });
    expect(resolve('#/components/schemas/CreateScriptBody')).toMatchObject({
      examples: [{ ...automatic, autoBootstrap: false }],
    });
  });

  it('requires no secrets in a request for the minimal role of a config', () => {
    expect(document).toMatchObject({
      paths: {
        '/integrations/privileges': {
          post: {
            requestBody: {
              content: { 'application/json': { schema: { $ref: '#/components/schemas/SetupPrivilegesBody' } } },
            },
          },
        },
      },
    });
    const body = { type: 'Warehouse', autoBootstrap: true, config: { host: 'warehouse.example' } };
    expect(resolve('#/components/schemas/SetupPrivilegesBody')).toMatchObject({
      oneOf: [
        {
          properties: { config: { $ref: '#/components/schemas/warehouse.configWithoutSecrets' } },
          required: ['type', 'autoBootstrap', 'config'],
          examples: [body],
        },
        { properties: { type: { const: 'Cluster' } } },
      ],
    });
    expect(resolve('#/components/schemas/warehouse.configWithoutSecrets')).toMatchObject({ required: ['host'] });
    expect(resolve('#/components/schemas/warehouse.config')).toMatchObject({ required: ['host', 'password'] });
  });

  it('describes every group of routes', () => {
    const { tags } = document as unknown as { tags: { name: string; description: string }[] };
    expect(new Set(tags.map(({ name }) => name))).toEqual(new Set(ROUTES.map(({ tag }) => tag)));
    expect(tags.filter(({ description }) => !description)).toEqual([]);
  });

  it('states the rules of YAML where a body can be YAML, and only there', () => {
    const { paths } = document as unknown as { paths: Record<string, Record<string, { requestBody?: object }>> };
    expect(paths['/integrations']?.post?.requestBody).toHaveProperty('description', expect.stringContaining('`null`'));
    expect(paths['/webhooks']?.post?.requestBody).not.toHaveProperty('description');
  });

  it('marks secrets as write-only and contains none', () => {
    expect(resolve('#/components/schemas/warehouse.config/properties/password')).toMatchObject({ writeOnly: true });
    expect(resolve('#/components/schemas/WebhookBody/properties/secret')).toMatchObject({
      writeOnly: true,
    });
  });

  it('allows additional fields in responses, but not in request bodies', () => {
    expect(resolve('#/components/schemas/Integration')).not.toHaveProperty('additionalProperties');
    expect(resolve('#/components/schemas/WebhooksBody')).toMatchObject({ additionalProperties: false });
  });
});

describe('the served API', () => {
  const { portcullis } = createFakePortcullis();
  const handler = createHttpHandler(portcullis, { basePath: '/governance' });
  let served: Record<string, unknown>;
  let problemsOf: ReturnType<typeof createResponseCheck>;

  beforeAll(async () => {
    served = (await send(handler, 'GET /governance/openapi.json', { authorization: null })).json as typeof served;
    problemsOf = createResponseCheck(served);
  });

  it('includes the document, with the base path as its server', () => {
    expect(served).toEqual({ ...structuredClone(document), servers: [{ url: '/governance' }] });
  });

  const query = { POST: ['', '?dryRun=true'], PUT: ['', '?dryRun=true'], DELETE: ['', '?dryRun=true'] } as Record<
    string,
    string[]
  >;
  const calls = ROUTES.flatMap(({ method, path, query: known }) =>
    (('dryRun' in known.shape && query[method]) || ['']).map((search) => ({ method, path, search })),
  );

  it.each(calls)('answers $method $path$search as the document describes', async ({ method, path, search }) => {
    const route = ROUTES.find((each) => each.method === method && each.path === path);
    const sending = route?.body ? { json: { some: 'body' } } : {};
    const response = await send(handler, `${method} /governance${path.replace('{id}', '7')}${search}`, sending);
    expect(response.status).toBeLessThan(300);
    expect(Object.keys(route?.responses ?? {})).toContain(String(response.status));
    expect(problemsOf(path, method, response.status, 'application/json', response.json)).toEqual([]);
  });

  it('answers errors as the document describes', async () => {
    const error = new ServiceError('VALIDATION_FAILED', 'A test failed.', {
      validationResults: samples.validationResults,
      details: [{ path: 'config', message: 'x' }],
    });
    const failing = createFakePortcullis({ integrations: { create: async () => Promise.reject(error) } });
    const response = await send(createHttpHandler(failing.portcullis), 'POST /integrations', { json: {} });
    expect(problemsOf('/integrations', 'POST', 422, 'application/json', response.json)).toEqual([]);
  });

  const described = ROUTES.flatMap(({ method, path, responses }) =>
    Object.entries(responses)
      .filter(([, { schema }]) =>
        typeof schema === 'object' && 'listOf' in schema
          ? schema.listOf !== 'string'
          : !['object', 'nothing'].includes(String(schema)),
      )
      .map(([status]) => ({ method, path, status: Number(status) })),
  );

  it.each(described)('has valid examples of the response $status to $method $path', ({ method, path, status }) => {
    const pointer = `#/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}/responses/${status}`;
    const { examples = {} } =
      (resolve(pointer) as { content: Record<string, Examples> }).content['application/json'] ?? {};
    const values = Object.values(examples).map(({ value }) => value);
    expect(values).not.toEqual([]);
    expect(values.flatMap((value) => problemsOf(path, method, status, 'application/json', value))).toEqual([]);
  });

  it('is checked by a comparison that detects a response field missing in the document', () => {
    const response = { id: 7, status: 'enabled', surprise: true };
    expect(problemsOf('/integrations/{id}/status', 'GET', 200, 'application/json', response)).toHaveLength(1);
  });
});
