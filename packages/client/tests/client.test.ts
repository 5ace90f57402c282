import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import {
  createIntegration,
  createPortcullisClient,
  createWebhooks,
  deleteIntegration,
  getHealth,
  getIntegration,
  isPortcullisError,
  listIntegrations,
  PortcullisError,
  planCreateIntegration,
  updateIntegration,
} from '../src/index.ts';
import { SIMULATED_BODY, startService } from './support/start-service.ts';

/** A server on the loopback address for one test. */
async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A well-formed API key that no service knows. */
const KEY = `pck_${'0'.repeat(49)}`;

const failureOf = (call: Promise<unknown>): Promise<PortcullisError> =>
  call.then(
    () => Promise.reject(new Error('The call succeeded.')),
    (error: unknown) => error as PortcullisError,
  );

describe('a call of the client', () => {
  it('resolves with the body of the response, below the base path', async () => {
    await using service = await startService();
    const { client } = service;
    const { id } = await createIntegration({ client, body: SIMULATED_BODY });
    await service.portcullis.integrations.whenIdle(Number(id));
    expect(await listIntegrations({ client })).toMatchObject([{ id, status: 'enabled' }]);
    expect(service.requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
      'POST /governance/integrations',
      'GET /governance/integrations',
    ]);
  });

  it('can return the whole response with its headers, and accepts request headers', async () => {
    await using service = await startService();
    const { client } = service;
    const { id } = await createIntegration({ client, body: SIMULATED_BODY });
    await service.portcullis.integrations.whenIdle(Number(id));
    const path = { id: Number(id) };
    const { data, response } = await client.get({
      throwOnError: true,
      url: '/integrations/{id}',
      path,
      responseStyle: 'fields',
    });
    expect(data).toMatchObject({ id });
    expect(response.headers.get('etag')).toMatch(/\S/);
    const stale = updateIntegration({ client, path, body: SIMULATED_BODY as never, headers: { 'If-Match': '"none"' } });
    expect(await failureOf(stale)).toMatchObject({ code: 'VERSION_MISMATCH', status: 412 });
  });

  it('sends a dry run, and returns the failed tests', async () => {
    await using service = await startService();
    const { client, platform } = service;
    expect(await planCreateIntegration({ client, body: SIMULATED_BODY })).toMatchObject({
      plan: { hash: expect.any(String) },
    });
    expect(await listIntegrations({ client })).toEqual([]);
    platform.refuseConnections();
    const failure = await failureOf(createIntegration({ client, body: SIMULATED_BODY }));
    expect(failure).toMatchObject({ name: 'PortcullisError', code: 'VALIDATION_FAILED', status: 422 });
    expect(failure.validationResults?.validationTests.some(({ status }) => status === 'failed')).toBe(true);
  });

  it('sends its own key, which a function may fetch', async () => {
    await using service = await startService();
    const { key } = service;
    const keys = [KEY, key];
    const client = createPortcullisClient({
      baseUrl: 'http://service.test/governance',
      key: async () => keys.shift() ?? '',
      fetch: (input, init) => service.client.getConfig().fetch?.(input, init) as Promise<Response>,
    });
    const failure = await failureOf(listIntegrations({ client }));
    expect(failure).toMatchObject({ code: 'API_KEY_INVALID', status: 401, call: 'GET /governance/integrations' });
    expect(failure.requestId).toMatch(/\S/);
    expect(await listIntegrations({ client })).toEqual([]);
  });

  it('reports the issues of a body, and its error can be narrowed by its code', async () => {
    await using service = await startService();
    const { client } = service;
    const failure = await failureOf(createWebhooks({ client, body: { webhooks: 1 } as never }));
    expect(isPortcullisError(failure, 'BODY_INVALID', 'INTERNAL')).toBe(true);
    expect(isPortcullisError(failure, 'INTERNAL')).toBe(false);
    expect(failure.details).toMatchObject([{ path: 'webhooks' }]);
    expect(isPortcullisError(new Error('BODY_INVALID'))).toBe(false);
  });

  it('reports the error of each element if none was accepted', async () => {
    await using service = await startService();
    const { client } = service;
    const element = {
      name: 'a',
      url: 'http://10.0.0.1/',
      global: true,
      notificationType: ['modelCreated'],
      actionType: null,
    };
    const failure = await failureOf(createWebhooks({ client, body: { webhooks: [element] } }));
    expect(failure).toMatchObject({ code: 'NO_WEBHOOK_CREATED', details: [{ index: 0, code: 'WEBHOOK_URL_REFUSED' }] });
  });

  it('reports when to retry', async () => {
    await using service = await startService();
    const { client } = service;
    const { id } = await createIntegration({ client, body: SIMULATED_BODY });
    const busy = await failureOf(deleteIntegration({ client, path: { id: Number(id) }, body: {} as never }));
    expect(busy).toMatchObject({ code: 'INTEGRATION_BUSY', status: 409 });
    expect(busy.retryAfterMs).toBeGreaterThan(0);
    await service.portcullis.integrations.whenIdle(Number(id));
  });
});

describe('a call without a response of the service', () => {
  const unusedBaseUrl = async () => {
    const { baseUrl, [Symbol.asyncDispose]: close } = await serve(() => {});
    await close();
    return baseUrl;
  };

  it('is UNREACHABLE when the connection is refused or breaks', async () => {
    const unreachable = createPortcullisClient({ baseUrl: await unusedBaseUrl(), key: KEY });
    const failure = await failureOf(listIntegrations({ client: unreachable }));
    expect(failure).toMatchObject({ code: 'UNREACHABLE', status: undefined, call: 'GET /integrations' });
    expect(failure.message).toMatch(/ECONNREFUSED/);

    await using server = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
      response.write('[');
      setImmediate(() => response.destroy());
    });
    const broken = createPortcullisClient({ baseUrl: server.baseUrl, key: KEY });
    expect(await failureOf(listIntegrations({ client: broken }))).toMatchObject({ code: 'UNREACHABLE' });
  });

  it('is TIMED_OUT when no response arrives in time', async () => {
    await using server = await serve(() => {});
    const client = createPortcullisClient({ baseUrl: server.baseUrl, key: KEY, timeoutMs: 20 });
    const failure = await failureOf(listIntegrations({ client }));
    expect(failure).toMatchObject({ code: 'TIMED_OUT', message: expect.stringContaining('20 ms') });
  });

  it('rejects with the reason of a caller that aborts', async () => {
    await using server = await serve(() => {});
    const client = createPortcullisClient({ baseUrl: server.baseUrl, key: KEY });
    const reason = new Error('no longer needed');
    const call = failureOf(listIntegrations({ client, signal: AbortSignal.abort(reason) }));
    expect(await call).toBe(reason);
  });

  it.each([
    [200, 'text/html', '<h1>Sign in</h1>'],
    [502, 'text/html', '<h1>Bad gateway</h1>'],
    [404, 'application/json', '{"error":"no such page"}'],
  ])('is NOT_PORTCULLIS if another server answers %i with %s', async (status, mediaType, body) => {
    await using server = await serve((_request, response) => {
      response.writeHead(status, { 'content-type': mediaType }).end(body);
    });
    const client = createPortcullisClient({ baseUrl: server.baseUrl, key: KEY });
    const failure = await failureOf(getIntegration({ client, path: { id: 1 } }));
    expect(failure).toMatchObject({ code: 'NOT_PORTCULLIS', status, call: 'GET /integrations/1' });
    expect(failure.message).toContain('check baseUrl');
  });

  it('reports the health of a node that serves no requests', async () => {
    await using service = await startService();
    const { client } = service;
    expect(await getHealth({ client })).toEqual({ status: 'ok' });
    await service.portcullis.close();
    expect(await getHealth({ client })).toEqual({ status: 'closing' });
  });

  it('does not mistake the response of another server for the health of a node', async () => {
    await using server = await serve((_request, response) => {
      response.writeHead(503, { 'content-type': 'application/json' }).end('{"status":503}');
    });
    const client = createPortcullisClient({ baseUrl: server.baseUrl, key: KEY });
    expect(await failureOf(getHealth({ client }))).toMatchObject({ code: 'NOT_PORTCULLIS' });
  });

  it('never carries the key to another address', async () => {
    const seen: string[] = [];
    await using other = await serve((request, response) => {
      seen.push(String(request.headers.authorization));
      response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
    });
    await using server = await serve((_request, response) => {
      response.writeHead(307, { location: `${other.baseUrl}/integrations` }).end();
    });
    const client = createPortcullisClient({ baseUrl: server.baseUrl, key: KEY });
    expect(await failureOf(listIntegrations({ client }))).toBeInstanceOf(PortcullisError);
    expect(seen).toEqual([]);
  });
});

describe('a credential', () => {
  const secrets = [
    ['the key that seals', Buffer.alloc(32, 7).toString('base64')],
    ['the key of a Trino cluster', `ptr_${'0'.repeat(49)}`],
    ['a key that is cut off', KEY.slice(0, -1)],
    ['an empty text', ''],
  ] as const;

  it.each(secrets)('that is %s is rejected as a key before a request is sent', async (_name, secret) => {
    const sent: unknown[] = [];
    const fetch = async (...call: unknown[]) => {
      sent.push(call);
      return Response.json([]);
    };
    const baseUrl = 'http://service.test';
    expect(() => createPortcullisClient({ baseUrl, key: secret, fetch })).toThrow(/^key: This is not an API key/);
    const client = createPortcullisClient({ baseUrl, key: async () => secret, fetch });
    const failure = await failureOf(listIntegrations({ client }));
    expect(failure).toMatchObject({ name: 'PortcullisError', code: 'KEY_FORM', call: 'GET /integrations' });
    if (secret !== '') expect(`${failure.message}${failure.stack}`).not.toContain(secret);
    expect(sent).toEqual([]);
  });

  it('of a host with its own authenticator is sent as a bearer token', async () => {
    const sent: (string | null)[] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      sent.push(new Request(input, init).headers.get('authorization'));
      return Response.json([]);
    };
    for (const token of ['eyJ.session', async () => 'eyJ.session']) {
      await listIntegrations({ client: createPortcullisClient({ baseUrl: 'http://service.test', token, fetch }) });
    }
    expect(sent).toEqual(['Bearer eyJ.session', 'Bearer eyJ.session']);
  });

  it('is either a key or a token', () => {
    const baseUrl = 'http://service.test';
    expect(() => createPortcullisClient({ baseUrl })).toThrow('either key or token');
    expect(() => createPortcullisClient({ baseUrl, key: KEY, token: 'x' })).toThrow('either key or token');
  });
});

it('is not used with an invalid address', () => {
  for (const baseUrl of ['', 'service.test', '/governance', 'ftp://service.test']) {
    expect(() => createPortcullisClient({ baseUrl, key: KEY })).toThrow(/baseUrl must be/);
  }
  for (const baseUrl of ['http://service.test/?tenant=1', 'http://service.test/#/console']) {
    expect(() => createPortcullisClient({ baseUrl, key: KEY })).toThrow('no query and no fragment');
  }
});

it('does not quote a password in its address', () => {
  const create = () => createPortcullisClient({ baseUrl: 'https://ada:sw0rdfish@service.test', key: KEY });
  expect(create).toThrow('pass a key or a token');
  expect(create).not.toThrow('sw0rdfish');
});
