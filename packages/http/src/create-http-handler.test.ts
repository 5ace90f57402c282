import { type Logger, type Principal, ServiceError } from '@portcullis/core';
import { StoreError } from '@portcullis/core/ports';
import { describe, expect, it, vi } from 'vitest';
import { ADMIN, createFakePortcullis, type FakeParts, USER_KEY } from '../tests/support/fake-portcullis.ts';
import { send } from '../tests/support/http-client.ts';
import * as samples from '../tests/support/samples.ts';
import { createHttpHandler } from './create-http-handler.ts';
import type { HttpHandlerOptions } from './http-handler-options.ts';
import { ROUTES } from './routes/routes.ts';

function setUp(options: HttpHandlerOptions = {}, parts: FakeParts = {}) {
  const { portcullis, calls } = createFakePortcullis(parts);
  return { handler: createHttpHandler(portcullis, options), calls };
}

const silentLogger = () =>
  ({ debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() }) satisfies Logger & Record<string, unknown>;

it('the reason for which a node is not healthy is in the log, and not in the response', async () => {
  const logger = silentLogger();
  const health = async () => {
    throw new StoreError('STORE_CONNECTION_LOST', 'The connection to the database was lost: ECONNREFUSED');
  };
  const handler = createHttpHandler(createFakePortcullis({ health }).portcullis, { logger });
  const response = await send(handler, 'GET /healthz', { authorization: null });
  expect(response).toMatchObject({ status: 503, json: { status: 'unavailable' } });
  expect(logger.error.mock.calls[0]?.[1]).toMatchObject({
    path: '/healthz',
    error: { code: 'STORE_CONNECTION_LOST', message: expect.stringContaining('ECONNREFUSED') },
  });
});

describe('authentication and permission', () => {
  const { handler } = setUp();
  const withKey = ROUTES.filter(({ access }) => access !== 'open').map(({ method, path }) => ({
    target: `${method} ${path.replace('{id}', '1')}`,
  }));

  it.each(withKey)('$target without a key is a 401 that names the ways to authenticate', async ({ target }) => {
    const response = await send(handler, target, { authorization: null });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="portcullis"');
    expect(response.json).toMatchObject({ statusCode: 401, error: 'Unauthorized', code: 'API_KEY_MISSING' });
  });

  it.each(withKey)('$target with an unknown key is a 401', async ({ target }) => {
    const response = await send(handler, target, { authorization: 'Bearer wrong' });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toContain('error="invalid_token"');
    expect(response.json).toMatchObject({ code: 'API_KEY_INVALID' });
    expect(response.text).not.toContain('wrong');
  });

  it.each(['admin-key', 'Bearer admin-key', 'bearer   admin-key'])('accept "%s" everywhere', async (authorization) => {
    expect((await send(handler, 'GET /integrations', { authorization })).status).toBe(200);
    expect((await send(handler, 'GET /webhooks', { authorization })).status).toBe(200);
  });

  it.each(ROUTES.filter(({ access }) => access === 'admin').map(({ method, path }) => `${method} ${path}`))(
    '%s without APPLICATION_ADMIN is a 403 and calls no function of the instance',
    async (route) => {
      const { handler: fresh, calls } = setUp();
      const response = await send(fresh, route.replace('{id}', '1'), { authorization: USER_KEY });
      expect(response.status).toBe(403);
      expect(response.json).toMatchObject({ error: 'Forbidden', code: 'PERMISSION_MISSING' });
      expect(calls.map(({ name }) => name)).toEqual(['apiKeys.authenticate']);
    },
  );

  it('allow webhooks with any key, and health and the OpenAPI document without one', async () => {
    expect((await send(handler, 'GET /webhooks', { authorization: USER_KEY })).status).toBe(200);
    expect((await send(handler, 'GET /healthz', { authorization: null })).status).toBe(200);
    expect((await send(handler, 'GET /openapi.json', { authorization: null })).status).toBe(200);
  });

  it('use the authenticator of the host instead, if there is one', async () => {
    const authenticate = async (request: Request) => (request.headers.get('x-user') === 'ada' ? ADMIN : undefined);
    const { handler: hosted, calls } = setUp({ authenticate });
    const asAda = { authorization: null, headers: { 'x-user': 'ada' } };
    expect((await send(hosted, 'GET /integrations', asAda)).status).toBe(200);
    expect(calls[0]).toMatchObject({ name: 'integrations.list', args: [{ principal: ADMIN }] });
    expect((await send(hosted, 'GET /integrations', { authorization: null })).json).toMatchObject({
      code: 'API_KEY_MISSING',
    });
  });

  it('let the authenticator of the host read a copy of the body', async () => {
    const seen: string[] = [];
    const authenticate = async (request: Request) => {
      seen.push(await request.clone().text());
      return ADMIN;
    };
    const { handler: hosted, calls } = setUp({ authenticate });
    await send(hosted, 'POST /integrations', { json: { type: 'Warehouse' } });
    expect(seen).toEqual(['{"type":"Warehouse"}']);
    expect(calls.at(-1)?.args[1]).toEqual({ type: 'Warehouse' });
  });

  it.each([
    ['an id that is a text', { ...ADMIN, id: '17' }, 'id: This must be a number.'],
    ['an id below one', { ...ADMIN, id: 0 }, 'id: '],
    ['no name', { ...ADMIN, name: undefined }, 'name: This field is required.'],
    [
      'a text for its permissions',
      { ...ADMIN, permissions: 'APPLICATION_ADMINx' },
      'permissions: This must be a list.',
    ],
    ['a set of permissions', { ...ADMIN, permissions: new Set(['APPLICATION_ADMIN']) }, 'permissions: '],
    ['an object that includes everything', { ...ADMIN, permissions: { includes: () => true } }, 'permissions: '],
    ['permissions that are not texts', { ...ADMIN, permissions: [['APPLICATION_ADMIN']] }, 'permissions.0: '],
    ['no permissions', { ...ADMIN, permissions: undefined }, 'permissions: This field is required.'],
    ['a text for its groups', { ...ADMIN, groups: 'everybody' }, 'groups: This must be a list.'],
    ['an API key without an id', { ...ADMIN, apiKey: {} }, 'apiKey.id: '],
    ['nothing but a text', 'APPLICATION_ADMIN', 'This must be an object.'],
    ['nothing but true', true, 'This must be an object.'],
  ])('reject a principal of the host with %s, do nothing, and log it', async (_name, odd, problem) => {
    const logger = silentLogger();
    const { handler: hosted, calls } = setUp({ authenticate: async () => odd as unknown as Principal, logger });
    for (const target of ['GET /integrations', 'GET /webhooks', 'POST /api-keys']) {
      const response = await send(hosted, target, target.startsWith('POST') ? { json: { name: 'x' } } : {});
      expect(response.status).toBe(500);
      expect(response.text).not.toContain('APPLICATION_ADMINx');
    }
    expect(calls).toEqual([]);
    expect(logger.error).toHaveBeenCalledTimes(3);
    expect(logger.error.mock.calls[0]?.[1]).toMatchObject({ error: { message: expect.stringContaining(problem) } });
  });

  it('treat null from the host as unauthenticated, and omit fields that a principal does not have', async () => {
    const responses = [null, { ...ADMIN, password: 'hunter2' }];
    const authenticate = async () => responses.shift() as unknown as Principal;
    const { handler: hosted, calls } = setUp({ authenticate });
    expect((await send(hosted, 'GET /integrations')).status).toBe(401);
    expect((await send(hosted, 'GET /integrations')).status).toBe(200);
    expect(calls[0]?.args[0]).toMatchObject({ principal: ADMIN });
    expect(JSON.stringify(calls)).not.toContain('hunter2');
  });
});

describe('paths and methods', () => {
  const { handler } = setUp();

  it.each(['GET /', 'GET /nothing', 'POST /integrations/scripts/unknown', 'GET /integrations/1/2/3'])(
    '%s is a 404',
    async (target) => {
      const response = await send(handler, target);
      expect(response.status).toBe(404);
      expect(response.json).toMatchObject({ error: 'Not found', code: 'ROUTE_NOT_FOUND' });
    },
  );

  it.each([
    ['PATCH /integrations', 'GET, POST, HEAD, OPTIONS'],
    ['POST /integrations/1', 'GET, PUT, DELETE, HEAD, OPTIONS'],
    ['DELETE /integrations/types', 'GET, HEAD, OPTIONS'],
    ['GET /integrations/scripts/create', 'POST, OPTIONS'],
    ['PUT /webhooks/history', 'GET, HEAD, OPTIONS'],
  ])('%s is a 405 with the Allow header %s', async (target, allow) => {
    const response = await send(handler, target);
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe(allow);
    expect(response.json).toMatchObject({ error: 'Method Not Allowed', code: 'METHOD_NOT_ALLOWED' });
  });

  it('answer OPTIONS with the allowed methods, without a key', async () => {
    const response = await send(handler, 'OPTIONS /integrations/1', { authorization: null });
    expect(response.status).toBe(204);
    expect(response.headers.get('allow')).toBe('GET, PUT, DELETE, HEAD, OPTIONS');
  });

  it('answer HEAD like GET without the body', async () => {
    const get = await send(handler, 'GET /integrations/7');
    const head = await send(handler, 'HEAD /integrations/7');
    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(get.text)));
    expect(head.headers.get('etag')).toBe(get.headers.get('etag'));
  });

  it('accept a trailing slash', async () => {
    expect((await send(handler, 'GET /integrations/')).status).toBe(200);
  });

  it.each(['abc', '1.5', '0', '-1', '1e3', '0x1', '%20', 'NaN', '9007199254740992', '99999999999999999999'])(
    'the id %s is a 400',
    async (id) => {
      for (const target of [
        `GET /integrations/${id}`,
        `DELETE /webhooks/${id}`,
        `POST /webhooks/history/retry/${id}`,
      ]) {
        const response = await send(handler, target);
        expect(response.status, target).toBe(400);
        expect(response.json).toMatchObject({ code: 'PARAMETER_INVALID', details: [{ path: 'id' }] });
      }
    },
  );

  it('accept the largest safe id', async () => {
    const { handler: fresh, calls } = setUp();
    expect((await send(fresh, 'GET /integrations/9007199254740991/status')).json).toMatchObject({
      id: 9007199254740991,
    });
    expect(calls.at(-1)?.args[1]).toBe(Number.MAX_SAFE_INTEGER);
  });
});

describe('a base path', () => {
  it('precedes every route, and Location starts with it', async () => {
    const { handler } = setUp({ basePath: '/governance/' });
    expect((await send(handler, 'GET /governance/integrations')).status).toBe(200);
    expect((await send(handler, 'GET /integrations')).status).toBe(404);
    expect((await send(handler, 'GET /governancex/integrations')).status).toBe(404);
    const created = await send(handler, 'POST /governance/integrations', { json: { type: 'Warehouse' } });
    expect(created.headers.get('location')).toBe('/governance/integrations/7');
  });

  it('is named in a 404', async () => {
    const { handler } = setUp({ basePath: '/governance' });
    expect((await send(handler, 'GET /integrations')).json).toMatchObject({
      message: expect.stringContaining('below /governance'),
    });
  });

  it('follows the path of a mount', async () => {
    const { handler } = setUp({ basePath: '/v1' });
    const mounted = handler.under('/tenants').under('/host');
    expect(mounted.basePath).toBe('/host/tenants/v1');
    expect((await send(mounted, 'GET /host/tenants/v1/integrations')).status).toBe(200);
    expect((await send(handler, 'GET /v1/integrations')).status).toBe(200);
  });

  it('is the path that a handler claims; at the root it claims the first segments of its routes', () => {
    const { handler } = setUp();
    expect(handler.claims('/integrations/x/y/z')).toBe(true);
    expect(handler.claims('/healthz')).toBe(true);
    expect(handler.claims('/')).toBe(false);
    expect(handler.claims('/favicon.ico')).toBe(false);
    expect(handler.under('/governance').claims('/governance/favicon.ico')).toBe(true);
    expect(handler.under('/governance').claims('/governance')).toBe(true);
    expect(handler.under('/governance').claims('/integrations')).toBe(false);
  });

  it('is not part of the address that platforms get, because they call the host', async () => {
    const { handler, calls } = setUp({ basePath: '/governance' });
    await send(handler, 'GET /governance/integrations/7/client-setup?version=470');
    expect(calls.at(-1)?.args[2]).toEqual({ baseUrl: 'http://127.0.0.1', version: '470' });
  });

  it('follows publicUrl in addresses', async () => {
    const { handler, calls } = setUp({ basePath: '/inner', publicUrl: 'https://data.example.com/outer/' });
    await send(handler, 'GET /inner/integrations/7/client-setup');
    expect(calls.at(-1)?.args[2]).toEqual({ baseUrl: 'https://data.example.com/outer' });
    const created = await send(handler, 'POST /inner/integrations', { json: { type: 'Warehouse' } });
    expect(created.headers.get('location')).toBe('https://data.example.com/outer/inner/integrations/7');
    const document = await send(handler, 'GET /inner/openapi.json');
    expect(document.json).toMatchObject({ servers: [{ url: 'https://data.example.com/outer/inner' }] });
  });
});

it('makes the OpenAPI document once, although the path of a mount with parameters differs for each request', async () => {
  const { handler, calls } = setUp();
  for (const path of ['/tenants/1', '/tenants/2', '/tenants/1']) {
    const document = await send(handler.under(path), `GET ${path}/openapi.json`);
    expect(document.json).toMatchObject({ servers: [{ url: path }] });
  }
  expect(calls.filter(({ name }) => name === 'integrations.types')).toHaveLength(1);
});

it('serialises the OpenAPI document once, because any caller may request it', async () => {
  const { handler } = setUp();
  const first = await send(handler.under('/tenants/1'), 'GET /tenants/1/openapi.json');
  const stringify = vi.spyOn(JSON, 'stringify');
  const second = await send(handler.under('/tenants/2'), 'GET /tenants/2/openapi.json');
  const serialised = stringify.mock.results.map(({ value }) => String(value).length);
  stringify.mockRestore();
  expect(Math.max(0, ...serialised)).toBeLessThan(10_000);
  expect(second.json).toEqual({ ...(first.json as object), servers: [{ url: '/tenants/2' }] });
  expect(second.headers.get('content-type')).toBe('application/json');
});

describe('the id of a request', () => {
  const { handler, calls } = setUp();

  it('is read from the request, returned, and passed on', async () => {
    const response = await send(handler, 'GET /integrations', { headers: { 'x-request-id': 'trace-1.2:3' } });
    expect(response.headers.get('x-request-id')).toBe('trace-1.2:3');
    expect(calls.at(-1)?.args[0]).toMatchObject({ requestId: 'trace-1.2:3' });
  });

  it.each(['', 'two words', 'x'.repeat(129), '<script>', 'é'])(
    'is replaced with a new one instead of "%s"',
    async (given) => {
      const response = await send(handler, 'GET /nothing', { headers: { 'x-request-id': given } });
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(response.json).toMatchObject({ requestId: response.headers.get('x-request-id') });
    },
  );
});

describe('errors of the service', () => {
  const failWith = (error: unknown, options: HttpHandlerOptions = {}) =>
    setUp(options, { integrations: { create: async () => Promise.reject(error) } }).handler;

  it('are answered with their status, code, message and details', async () => {
    const error = new ServiceError('TARGET_TAKEN', 'Integration 3 exists on warehouse.example.', {
      details: { id: '3' },
    });
    const response = await send(failWith(error), 'POST /integrations', { json: {} });
    expect(response.status).toBe(409);
    expect(response.json).toEqual({
      statusCode: 409,
      error: 'Conflict',
      message: 'Integration 3 exists on warehouse.example.',
      code: 'TARGET_TAKEN',
      details: { id: '3' },
      requestId: response.headers.get('x-request-id'),
    });
  });

  it('include validation results, Retry-After and other members of the body', async () => {
    const failed = new ServiceError('VALIDATION_FAILED', 'A test failed.', {
      validationResults: samples.validationResults,
    });
    const validation = await send(failWith(failed), 'POST /integrations', { json: {} });
    expect(validation.json).toMatchObject({ statusCode: 422, validationResults: samples.validationResults });

    const busy = new ServiceError('INTEGRATION_BUSY', 'It is editing.', { retryAfterSeconds: 1.2 });
    expect((await send(failWith(busy), 'POST /integrations', { json: {} })).headers.get('retry-after')).toBe('2');

    const body = { createdWebhooks: [], errors: [{ index: 0 }], statusCode: 1 };
    const none = new ServiceError('NO_WEBHOOK_CREATED', 'None was created.', { body });
    const { handler } = setUp({}, { webhooks: { create: async () => Promise.reject(none) } });
    const response = await send(handler, 'POST /webhooks', { json: { webhooks: [{}] } });
    expect(response.json).toMatchObject({ statusCode: 400, createdWebhooks: [], errors: [{ index: 0 }] });
  });

  it.each([
    ['an unknown error', new Error('connection string postgres://user:hunter2@db')],
    ['a value that is not an error', 'hunter2'],
    [
      'a 500 of the core',
      new ServiceError('SECRET_CORRUPTED', 'hunter2 is corrupted', { details: { keyId: 'hunter2' } }),
    ],
  ])('write %s to the log only', async (_name, thrown) => {
    const logger = silentLogger();
    const response = await send(failWith(thrown, { logger }), 'POST /integrations', { json: {} });
    expect(response.status).toBe(500);
    expect(response.text).not.toContain('hunter2');
    expect(response.json).toMatchObject({
      error: 'Internal Server Error',
      message: expect.stringContaining('requestId'),
    });
    expect(logger.error).toHaveBeenCalledOnce();
    expect(logger.error.mock.calls[0]?.[1]).toMatchObject({
      requestId: response.headers.get('x-request-id'),
      method: 'POST',
      path: '/integrations',
    });
  });

  it('are not logged if the caller caused them', async () => {
    const logger = silentLogger();
    await send(failWith(new ServiceError('BODY_INVALID', 'No.'), { logger }), 'POST /integrations', { json: {} });
    expect(logger.error).not.toHaveBeenCalled();
  });

  it('are not logged as errors if the client has disconnected', async () => {
    const logger = silentLogger();
    const caller = new AbortController();
    const { handler } = setUp(
      { logger },
      {
        integrations: {
          list: async ({ signal }) => {
            caller.abort();
            signal?.throwIfAborted();
            return [];
          },
        },
      },
    );
    const headers = { authorization: 'admin-key' };
    const response = await handler(new Request('http://127.0.0.1/integrations', { headers, signal: caller.signal }));
    expect(response.status).toBe(499);
    expect(logger.error).not.toHaveBeenCalled();
  });

  it('are logged by the logger of the instance, if the handler has none of its own', async () => {
    const { portcullis } = createFakePortcullis({
      integrations: {
        list: async () => {
          throw new Error('The store does not respond.');
        },
      },
    });
    const logger = silentLogger();
    await send(createHttpHandler({ ...portcullis, logger }), 'GET /integrations');
    expect(logger.error).toHaveBeenCalledOnce();
  });

  it('are logged if the client has not waited for them', async () => {
    const logger = silentLogger();
    const caller = new AbortController();
    const { handler } = setUp(
      { logger },
      {
        integrations: {
          list: async () => {
            caller.abort();
            throw Object.assign(new Error('The store does not respond.'), { code: 'STORE_CONNECTION_LOST' });
          },
        },
      },
    );
    const headers = { authorization: 'admin-key' };
    const response = await handler(new Request('http://127.0.0.1/integrations', { headers, signal: caller.signal }));
    expect(response.status).toBe(499);
    expect(logger.error.mock.calls[0]?.[1]).toMatchObject({
      error: { code: 'STORE_CONNECTION_LOST', message: 'The store does not respond.' },
    });
  });
});

describe('options', () => {
  it.each([
    ['basePath', { basePath: 'governance' }],
    ['bodyLimit', { bodyLimit: 0 }],
    ['publicUrl', { publicUrl: 'data.example.com' }],
    ['bodyTimeoutMs', { bodyTimeoutMs: Number.NaN }],
    ['eventStreams.heartbeatMs', { eventStreams: { heartbeatMs: Number.NaN } }],
    ['eventStreams.lifetimeMs', { eventStreams: { lifetimeMs: 0 } }],
    ['authenticate', { authenticate: {} as never }],
    ['console', { console: (() => undefined) as never }],
  ])('reject an invalid %s', (option, options) => {
    expect(() => setUp(options)).toThrow(
      expect.objectContaining({ code: 'OPTIONS_INVALID', extras: { details: { option } } }),
    );
  });

  it.each([
    [{ basePth: '/governance' }, 'basePth: There is no such option. Did you mean basePath?'],
    [
      { bodylimit: 10, colour: 'red' },
      'bodylimit: There is no such option. Did you mean bodyLimit? colour: There is no such option.',
    ],
    [
      { eventStreams: { heartbeat: 1000 } },
      'eventStreams.heartbeat: There is no such option. Did you mean eventStreams.heartbeatMs?',
    ],
  ])('reject the unknown names of %j', (options, problem) => {
    expect(() => setUp(options as object)).toThrow(
      expect.objectContaining({
        code: 'OPTIONS_INVALID',
        message: `The options of createHttpHandler are not valid. ${problem}`,
      }),
    );
  });

  it('come after an instance, not after the promise of one', () => {
    expect(() => createHttpHandler(Promise.resolve() as never)).toThrow(
      expect.objectContaining({ code: 'OPTIONS_INVALID', message: expect.stringContaining('Await createPortcullis') }),
    );
  });

  it('may be undefined under any name', () => {
    expect(() => setUp({ basePth: undefined } as object)).not.toThrow();
  });
});
