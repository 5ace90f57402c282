import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createHttpHandler } from '../../src/create-http-handler.ts';
import type { HttpHandler } from '../../src/http-handler.ts';
import type { HttpHandlerOptions } from '../../src/http-handler-options.ts';
import { ADMIN, createFakePortcullis, type FakeParts } from './fake-portcullis.ts';
import type { LoopbackServer } from './loopback.ts';
import * as samples from './samples.ts';

/** The set-up of a host around a handler. */
export interface HostSetUp {
  readonly handler: HttpHandler;
  /** Where the handler is mounted; the root without it. */
  readonly mountPath?: string;
  /** True when the host's usual body parsers stand before the mount. */
  readonly parsed?: boolean;
}

/**
 * Describes the behaviour of a mount in any framework. The host answers `elsewhere` with 404 and errors with 500 `host
 * error`.
 */
export function describeMount(name: string, start: (setUp: HostSetUp) => Promise<LoopbackServer>): void {
  function setUp(host: Omit<HostSetUp, 'handler'> = {}, options: HttpHandlerOptions = {}, parts: FakeParts = {}) {
    const { portcullis, calls } = createFakePortcullis(parts);
    return { calls, server: start({ ...host, handler: createHttpHandler(portcullis, options) }) };
  }

  const body = { type: 'Warehouse', autoBootstrap: true, config: { host: 'h', note: 'käthe' } };
  const yaml = 'type: Warehouse\nautoBootstrap: true\nconfig:\n  host: h\n  note: käthe\n';

  describe.each([
    ['at the root', ''],
    ['below a path', '/governance'],
  ])(`${name} %s`, (_place, mountPath) => {
    it('answers, and Location starts with the path of the mount', async () => {
      const { server, calls } = setUp({ mountPath });
      await using host = await server;
      const list = await host.send(`GET ${mountPath}/integrations`);
      expect(list).toMatchObject({ status: 200, json: [samples.integration] });
      expect(list.headers['content-type']).toBe('application/json');
      const created = await host.send(`POST ${mountPath}/integrations?dryRun=false`, { json: body });
      expect(created.status).toBe(201);
      expect(created.headers.location).toBe(`${mountPath}/integrations/7`);
      expect(calls.at(-1)?.args.slice(1)).toEqual([body, { dryRun: false }]);
    });

    it('tells platforms the address that the caller used', async () => {
      const { server, calls } = setUp({ mountPath });
      await using host = await server;
      await host.send(`GET ${mountPath}/integrations/7/client-setup`);
      expect(calls.at(-1)?.args[2]).toEqual({ baseUrl: `http://127.0.0.1:${host.port}` });
      await host.send(`GET ${mountPath}/integrations/7/client-setup`, { headers: { host: 'data.example.com:8080' } });
      expect(calls.at(-1)?.args[2]).toEqual({ baseUrl: 'http://data.example.com:8080' });
    });

    it('serves a console, and says that nothing has changed', async () => {
      const page = { content: new Uint8Array(Buffer.from('<!doctype html>')), mediaType: 'text/html; charset=utf-8' };
      const console = { files: async () => new Map([['index.html', page]]) };
      await using host = await setUp({ mountPath }, { console }).server;
      const first = await host.send(`GET ${mountPath}/console/`, { headers: { authorization: '' } });
      expect(first).toMatchObject({ status: 200, text: '<!doctype html>' });
      expect(first.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
      const again = await host.send(`GET ${mountPath}/console/`, {
        headers: { 'if-none-match': String(first.headers.etag) },
      });
      expect(again).toMatchObject({ status: 304, text: '', headers: { etag: first.headers.etag } });
      const moved = await host.send(`GET ${mountPath}/console`);
      expect(moved).toMatchObject({ status: 308, headers: { location: 'console/' } });
    });

    it('answers HEAD, OPTIONS and errors with their own headers', async () => {
      await using host = await setUp({ mountPath }).server;
      const get = await host.send(`GET ${mountPath}/integrations/7`);
      const head = await host.send(`HEAD ${mountPath}/integrations/7`);
      expect(head).toMatchObject({ status: 200, text: '' });
      expect(head.headers).toMatchObject({ etag: '"3"', 'content-length': get.headers['content-length'] });
      const options = await host.send(`OPTIONS ${mountPath}/integrations`);
      expect(options).toMatchObject({ status: 204, text: '', headers: { allow: 'GET, POST, HEAD, OPTIONS' } });
      const wrong = await host.send(`PATCH ${mountPath}/integrations`);
      expect(wrong).toMatchObject({ status: 405, json: { code: 'METHOD_NOT_ALLOWED' } });
      const unauthorized = await host.send(`GET ${mountPath}/integrations`, { headers: { authorization: 'x' } });
      expect(unauthorized).toMatchObject({ status: 401, headers: { 'www-authenticate': /^Bearer/ } });
    });
  });

  describe.each([
    ['before body parsers', false],
    ['behind body parsers', true],
  ])(`${name} %s`, (_place, parsed) => {
    it.each([
      ['JSON', 'application/json; charset=utf-8', JSON.stringify(body)],
      ['YAML', 'application/yaml', yaml],
      ['YAML as text', 'text/yaml', yaml],
    ])('takes a body in %s', async (_format, contentType, text) => {
      const { server, calls } = setUp({ parsed });
      await using host = await server;
      const sending = { chunks: [text], headers: { 'content-type': contentType } };
      for (const target of ['POST /integrations', 'PUT /integrations/7', 'DELETE /integrations/7']) {
        const answer = await host.send(target, sending);
        expect(answer.status, `${target}: ${answer.text}`).toBeLessThan(300);
        expect(calls.at(-1)?.args).toContainEqual(body);
      }
    });

    it.each([
      ['application/x-www-form-urlencoded', 'type=Warehouse&autoBootstrap=true'],
      ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n'],
      ['text/plain', 'type: Warehouse'],
      ['application/octet-stream', 'abc'],
      ['application/json; charset=utf-16', undefined],
    ])('refuses %s with 415', async (contentType, text) => {
      const { server, calls } = setUp({ parsed: parsed && text !== undefined });
      await using host = await server;
      const answer = await host.send('POST /integrations', {
        chunks: [text ?? '{}'],
        headers: { 'content-type': contentType },
      });
      expect(answer, answer.text).toMatchObject({ status: 415, json: { code: 'MEDIA_TYPE_UNSUPPORTED' } });
      expect(calls.map((call) => call.name)).toEqual(['apiKeys.authenticate']);
    });

    it('takes an empty body as none', async () => {
      const { server, calls } = setUp({ parsed });
      await using host = await server;
      for (const headers of [{}, { 'content-type': 'application/json' }]) {
        expect((await host.send('DELETE /integrations/7', { headers })).status).toBe(200);
        expect(calls.at(-1)?.args[2]).toBeUndefined();
        expect((await host.send('POST /integrations/7/scripts/delete', { headers })).status).toBe(200);
      }
    });

    it('refuses what is over the limit, and the connection goes on', async () => {
      await using host = await setUp({ parsed }, { bodyLimit: 100 }).server;
      const text = JSON.stringify({ a: 'x'.repeat(2000) });
      const whole = await host.send('POST /integrations', {
        chunks: [text],
        headers: { 'content-type': 'application/json' },
      });
      expect(whole).toMatchObject({ status: 413, json: { code: 'BODY_TOO_LARGE' } });
      const inChunks = await host.send('POST /integrations', {
        chunks: [text.slice(0, 90), text.slice(90, 200), text.slice(200)],
        headers: { 'content-type': 'application/json' },
      });
      expect(inChunks.status).toBe(413);
      const next = await host.send('GET /integrations');
      expect(next.status).toBe(200);
      expect(next.localPort).toBe(whole.localPort);
    });

    it('does not read on for callers without a key, and the connection goes on', async () => {
      await using host = await setUp({ parsed }).server;
      const chunks = Array.from({ length: 20 }, () => JSON.stringify('x'.repeat(1000)));
      const headers = { authorization: 'x', 'content-type': 'application/x-unread' };
      const refused = await host.send('POST /integrations', { chunks, headers });
      expect(refused.status).toBe(401);
      expect((await host.send('GET /integrations')).localPort).toBe(refused.localPort);
    });
  });

  describe(`${name} behind body parsers`, () => {
    it('survives a body that cannot be written down again', async () => {
      await using host = await setUp({ parsed: true }).server;
      const deep = `[${'['.repeat(20_000)}${']'.repeat(20_000)}]`;
      const answer = await host.send('POST /integrations', {
        chunks: [deep],
        headers: { 'content-type': 'application/json' },
      });
      expect(answer).toMatchObject({ status: 400, json: { code: 'BODY_INVALID' } });
      expect((await host.send('GET /integrations')).status).toBe(200);
    });
  });

  describe(`${name} and the host`, () => {
    it('leaves other paths to the host at the root, and none below a path', async () => {
      await using atRoot = await setUp().server;
      expect(await atRoot.send('GET /elsewhere')).toMatchObject({ status: 404, text: 'elsewhere' });
      expect(await atRoot.send('GET /')).toMatchObject({ status: 404, text: 'elsewhere' });
      expect(await atRoot.send('GET /integrations/1/2/3')).toMatchObject({ json: { code: 'ROUTE_NOT_FOUND' } });
      await using below = await setUp({ mountPath: '/governance' }).server;
      expect(await below.send('GET /elsewhere')).toMatchObject({ status: 404, text: 'elsewhere' });
      expect(await below.send('GET /governance/elsewhere')).toMatchObject({ json: { code: 'ROUTE_NOT_FOUND' } });
      expect(await below.send('GET /governance')).toMatchObject({ json: { code: 'ROUTE_NOT_FOUND' } });
    });

    it('refuses a key that a JSON body has twice, as no parser before it can', async () => {
      const { server, calls } = setUp();
      await using host = await server;
      const headers = { 'content-type': 'application/json' };
      const answer = await host.send('POST /integrations', { chunks: ['{"type":"A","type":"B"}'], headers });
      expect(answer).toMatchObject({
        status: 400,
        json: { code: 'BODY_INVALID', details: { format: 'JSON', line: 1, column: 13 } },
      });
      expect(calls.map((call) => call.name)).toEqual(['apiKeys.authenticate']);
    });

    it('leaves bodies of other paths to the host', async () => {
      await using host = await setUp().server;
      expect(await host.send('POST /echo', { chunks: ['left alone'] })).toMatchObject({ text: 'left alone' });
    });

    it.each(['/integrations/../webhooks', '/integrations/%2e%2E/webhooks', '/integrations/..\\webhooks'])(
      'leaves %s to the host, which would guard another path than the handler answers',
      async (path) => {
        const { server, calls } = setUp();
        await using host = await server;
        expect(await host.send(`GET ${path}`)).toMatchObject({ status: 404, text: 'elsewhere' });
        expect(calls).toEqual([]);
      },
    );

    it('leaves methods to the host that a Request cannot have', async () => {
      await using host = await setUp().server;
      expect(await host.send('TRACE /integrations')).toMatchObject({ status: 404, text: 'elsewhere' });
    });

    it('adds the base path of the handler to the path of the mount', async () => {
      await using host = await setUp({ mountPath: '/governance' }, { basePath: '/v1' }).server;
      expect((await host.send('GET /governance/v1/integrations')).status).toBe(200);
      const created = await host.send('POST /governance/v1/integrations', { json: body });
      expect(created.headers.location).toBe('/governance/v1/integrations/7');
    });

    it('hands every header on as often as it came', async () => {
      const seen: (string | null)[] = [];
      const authenticate = async ({ headers }: Request) => {
        seen.push(headers.get('x-role'));
        return ADMIN;
      };
      await using host = await setUp({}, { authenticate }).server;
      await host.send('GET /integrations', { headers: { 'x-role': ['reader', 'writer'] } });
      expect(seen).toEqual(['reader, writer']);
    });

    it('lets the authenticator of the host read a copy of the body', async () => {
      const authenticate = async (request: Request) =>
        (await request.clone().text()) === '{"a":1}' ? ADMIN : undefined;
      const { server, calls } = setUp({}, { authenticate });
      await using host = await server;
      expect((await host.send('POST /integrations', { json: { a: 1 } })).status).toBe(201);
      expect(calls.at(-1)?.args[1]).toEqual({ a: 1 });
    });

    it('answers with each cookie of a handler that a host has wrapped, and no header twice', async () => {
      const { portcullis } = createFakePortcullis();
      const handler = createHttpHandler(portcullis);
      const changed = Object.assign(async (request: Request) => {
        const response = await handler(request);
        for (const cookie of ['a=1', 'b=2']) response.headers.append('set-cookie', cookie);
        response.headers.set('x-powered-by', 'the handler');
        return response;
      }, handler);
      await using host = await start({ handler: changed });
      const { headers } = await host.send('GET /integrations');
      expect(headers).toMatchObject({ 'set-cookie': ['a=1', 'b=2'], 'x-powered-by': 'the handler' });
    });

    it('hands errors of the mount to the host, which goes on', async () => {
      const { portcullis } = createFakePortcullis();
      const working = createHttpHandler(portcullis);
      const failing = Object.assign(() => Promise.reject(new Error('broken')), { ...working, under: () => failing });
      await using host = await start({ handler: failing as HttpHandler });
      expect(await host.send('GET /integrations')).toMatchObject({ status: 500, text: 'host error' });
      expect((await host.send('GET /elsewhere')).status).toBe(404);
    });

    it('aborts the signal of a request whose caller goes away', async () => {
      let arrive: (signal: AbortSignal) => void = () => undefined;
      const arrived = new Promise<AbortSignal>((resolve) => {
        arrive = resolve;
      });
      const parts: FakeParts = {
        integrations: {
          list: async ({ signal }) => {
            arrive(signal as AbortSignal);
            await once(signal as AbortSignal, 'abort');
            return [];
          },
        },
      };
      await using host = await setUp({}, {}, parts).server;
      const headers = { authorization: 'admin-key' };
      const outgoing = request({ host: '127.0.0.1', port: host.port, path: '/integrations', headers }).end();
      const closed = closeOf(outgoing);
      const signal = await arrived;
      expect(signal.aborted).toBe(false);
      const aborted = once(signal, 'abort');
      outgoing.destroy();
      await Promise.all([closed, aborted]);
      expect(signal.aborted).toBe(true);
      expect((await host.send('GET /webhooks')).status).toBe(200);
    });

    it('survives a caller who goes away in the middle of a body', async () => {
      const { server, calls } = setUp();
      await using host = await server;
      const headers = { authorization: 'admin-key', 'content-type': 'application/json', 'content-length': 1000 };
      const outgoing = request({ host: '127.0.0.1', port: host.port, path: '/integrations', method: 'POST', headers });
      const closed = closeOf(outgoing);
      outgoing.write('{"type":');
      await expect.poll(() => calls.length).toBe(1);
      outgoing.destroy();
      await closed;
      expect((await host.send('GET /integrations')).status).toBe(200);
      expect(calls.map(({ name: called }) => called)).not.toContain('integrations.create');
    });

    it('does not abort the signal of a request that was answered', async () => {
      let signal: AbortSignal | undefined;
      const parts: FakeParts = {
        integrations: {
          list: async (context) => {
            signal = context.signal;
            return [];
          },
        },
      };
      {
        await using host = await setUp({}, {}, parts).server;
        await host.send('GET /integrations', { headers: { connection: 'close' } });
      }
      expect(signal?.aborted).toBe(false);
    });
  });
}

/** Resolves when a request that the test breaks off is gone. */
function closeOf(outgoing: ClientRequest): Promise<void> {
  outgoing.on('error', () => undefined);
  return new Promise((resolve) => {
    outgoing.on('close', resolve);
  });
}
