import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createHttpHandler } from '../../src/create-http-handler.ts';
import type { HttpHandler } from '../../src/http-handler.ts';
import { ADMIN, createFakePortcullis, type FakeParts } from './fake-portcullis.ts';
import { type MountTraits, mounted, type StartHost } from './mounted.ts';

/** Describes the interaction of a mount with its host. */
export function describeMountAndHost(name: string, start: StartHost, { makesRequests = false }: MountTraits): void {
  const setUp = mounted(start);
  const body = { type: 'Warehouse', autoBootstrap: true, config: { host: 'h' } };

  describe(`${name} and the host`, () => {
    it('passes other paths to the host if it is mounted at the root, and none if it is mounted below a path', async () => {
      await using atRoot = await setUp().server;
      expect(await atRoot.send('GET /elsewhere')).toMatchObject({ status: 404, text: 'elsewhere' });
      expect(await atRoot.send('GET /')).toMatchObject({ status: 404, text: 'elsewhere' });
      expect(await atRoot.send('GET /integrations/1/2/3')).toMatchObject({ json: { code: 'ROUTE_NOT_FOUND' } });
      await using below = await setUp({ mountPath: '/governance' }).server;
      expect(await below.send('GET /elsewhere')).toMatchObject({ status: 404, text: 'elsewhere' });
      expect(await below.send('GET /governance/elsewhere')).toMatchObject({ json: { code: 'ROUTE_NOT_FOUND' } });
      expect(await below.send('GET /governance')).toMatchObject({ json: { code: 'ROUTE_NOT_FOUND' } });
    });

    it('rejects a duplicate key in a JSON body, which parsers of the host cannot do', async () => {
      const { server, calls } = setUp();
      await using host = await server;
      const headers = { 'content-type': 'application/json' };
      const response = await host.send('POST /integrations', { chunks: ['{"type":"A","type":"B"}'], headers });
      expect(response).toMatchObject({
        status: 400,
        json: { code: 'BODY_INVALID', details: { format: 'JSON', line: 1, column: 13 } },
      });
      expect(calls.map((call) => call.name)).toEqual(['apiKeys.authenticate']);
    });

    it('leaves bodies of other paths to the host', async () => {
      await using host = await setUp().server;
      expect(await host.send('POST /echo', { chunks: ['left alone'] })).toMatchObject({ text: 'left alone' });
    });

    it
      .skipIf(makesRequests)
      .each(['/integrations/../webhooks', '/integrations/%2e%2E/webhooks', '/integrations/..\\webhooks'])(
      'passes %s to the host, because its guards would see another path',
      async (path) => {
        const { server, calls } = setUp();
        await using host = await server;
        expect(await host.send(`GET ${path}`)).toMatchObject({ status: 404, text: 'elsewhere' });
        expect(calls).toEqual([]);
      },
    );

    it.skipIf(makesRequests)('passes requests to the host whose method a Request cannot have', async () => {
      await using host = await setUp().server;
      expect(await host.send('TRACE /integrations')).toMatchObject({ status: 404, text: 'elsewhere' });
    });

    it('adds the base path of the handler to the path of the mount', async () => {
      await using host = await setUp({ mountPath: '/governance' }, { basePath: '/v1' }).server;
      expect((await host.send('GET /governance/v1/integrations')).status).toBe(200);
      const created = await host.send('POST /governance/v1/integrations', { json: body });
      expect(created.headers.location).toBe('/governance/v1/integrations/7');
    });

    it('passes on every header, including repeated ones', async () => {
      const seen: (string | null)[] = [];
      const authenticate = async ({ headers }: Request) => {
        seen.push(headers.get('x-role'));
        return ADMIN;
      };
      await using host = await setUp({}, { authenticate }).server;
      await host.send('GET /integrations', { headers: { 'x-role': ['reader', 'writer'] } });
      expect(seen).toEqual(['reader, writer']);
    });

    it('let the authenticator of the host read a copy of the body', async () => {
      const authenticate = async (request: Request) =>
        (await request.clone().text()) === '{"a":1}' ? ADMIN : undefined;
      const { server, calls } = setUp({}, { authenticate });
      await using host = await server;
      expect((await host.send('POST /integrations', { json: { a: 1 } })).status).toBe(201);
      expect(calls.at(-1)?.args[1]).toEqual({ a: 1 });
    });

    it('responds with each cookie of a wrapped handler, and with no duplicate header', async () => {
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

    it('passes errors of the mount to the host, which continues', async () => {
      const { portcullis } = createFakePortcullis();
      const working = createHttpHandler(portcullis);
      const failing = Object.assign(() => Promise.reject(new Error('broken')), { ...working, under: () => failing });
      await using host = await start({ handler: failing as HttpHandler });
      expect(await host.send('GET /integrations')).toMatchObject({ status: 500, text: 'host error' });
      expect((await host.send('GET /elsewhere')).status).toBe(404);
    });

    it('aborts the signal of a request when the client disconnects', async () => {
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

    it('survives a client that disconnects in the middle of a body', async () => {
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

/** Resolves when a request that the test aborts has ended. */
function closeOf(outgoing: ClientRequest): Promise<void> {
  outgoing.on('error', () => undefined);
  return new Promise((resolve) => {
    outgoing.on('close', resolve);
  });
}
