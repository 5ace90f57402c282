import { Readable } from 'node:stream';
import { createGunzip, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance, type preParsingAsyncHookHandler } from 'fastify';
import { describe, expect, it } from 'vitest';
import { createFakePortcullis } from '../../tests/support/fake-portcullis.ts';
import { type LoopbackServer, listen } from '../../tests/support/loopback.ts';
import { describeMount } from '../../tests/support/mount-suite.ts';
import type { HostSetUp } from '../../tests/support/mounted.ts';
import { describeStream } from '../../tests/support/stream-suite.ts';
import { wrapped } from '../../tests/support/wrapped.ts';
import { createHttpHandler } from '../create-http-handler.ts';
import type { HttpHandlerOptions } from '../http-handler-options.ts';
import { portcullisFastify } from './portcullis-fastify.ts';

async function start(app: FastifyInstance) {
  await app.ready();
  return listen((request, response) => app.routing(request, response));
}

function createHost({ handler, mountPath, parsed }: HostSetUp) {
  const app = Fastify();
  if (parsed) {
    // The place where middleware of other frameworks leaves the parsed body.
    app.addHook('onRequest', async ({ raw }) => {
      const chunks: Buffer[] = [];
      for await (const chunk of raw) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString();
      if (text !== '') Object.assign(raw, { body: text });
    });
  }
  app.setNotFoundHandler((_request, reply) => reply.code(404).send('elsewhere'));
  app.setErrorHandler((_error, _request, reply) => reply.code(500).send('host error'));
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => done(null, text));
  app.post('/echo', async ({ body }) => body);
  void app.register(portcullisFastify(handler), mountPath ? { prefix: mountPath } : {});
  return app;
}

describeMount('Fastify', (setUp) => start(createHost(setUp)));
describeStream('Fastify', (setUp) => start(createHost(setUp)));
describeStream('Fastify with a wrapped handler', ({ handler, ...host }) =>
  start(createHost({ ...host, handler: wrapped(handler) })),
);
describeMount('Fastify with a wrapped handler', ({ handler, ...host }) =>
  start(createHost({ ...host, handler: wrapped(handler) })),
);

describe('Fastify', () => {
  const setUp = () => {
    const { portcullis, calls } = createFakePortcullis();
    return { mount: portcullisFastify(createHttpHandler(portcullis)), calls };
  };

  it('reports the public address behind a trusted proxy', async () => {
    const { mount, calls } = setUp();
    const app = Fastify({ trustProxy: true });
    await app.register(mount, { prefix: '/governance' });
    await using host = await start(app);
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'data.example.com' };
    await host.send('GET /governance/integrations/7/client-setup', { headers });
    expect(calls.at(-1)?.args[2]).toEqual({ baseUrl: 'https://data.example.com' });
  });

  it('mounts in nested plugins, and below a parameter', async () => {
    const { mount } = setUp();
    const app = Fastify();
    await app.register(async (tenants) => tenants.register(mount, { prefix: '/inner' }), { prefix: '/tenants/:id' });
    await using host = await start(app);
    const created = await host.send('POST /tenants/t%201/inner/integrations', { json: { type: 'Warehouse' } });
    expect(created).toMatchObject({ status: 201, headers: { location: '/tenants/t%201/inner/integrations/7' } });
  });

  it('does not change the parsers of the host', async () => {
    const { mount } = setUp();
    const app = Fastify();
    await app.register(mount, { prefix: '/governance' });
    app.post('/echo', async ({ body }) => body);
    await using host = await start(app);
    expect(await host.send('POST /echo', { json: { a: 1 } })).toMatchObject({ status: 200, json: { a: 1 } });
  });

  it('has a separate body limit', async () => {
    const { mount } = setUp();
    const app = Fastify({ bodyLimit: 10 });
    await app.register(mount, { prefix: '/governance' });
    await using host = await start(app);
    const created = await host.send('POST /governance/integrations', { json: { type: 'Warehouse' } });
    expect(created.status).toBe(201);
  });

  it('runs hooks of the host around it, which may change the response', async () => {
    const { mount } = setUp();
    const app = Fastify();
    app.addHook('onSend', async (_request, reply) => {
      reply.header('x-seen', `${reply.statusCode} ${reply.getHeader('content-type')}`);
    });
    await app.register(mount);
    await using host = await start(app);
    expect((await host.send('GET /integrations')).headers['x-seen']).toBe('200 application/json');
  });

  describe('with a preParsing hook that replaces the body', () => {
    const sent = JSON.stringify({ type: 'Warehouse', config: { note: 'x'.repeat(2000) } });
    const startWith = async (hook: preParsingAsyncHookHandler, options: HttpHandlerOptions = {}) => {
      const { portcullis, calls } = createFakePortcullis();
      const app = Fastify();
      app.addHook('preParsing', hook);
      await app.register(portcullisFastify(createHttpHandler(portcullis, options)), { prefix: '/governance' });
      return { host: await start(app), calls };
    };
    const decompress: preParsingAsyncHookHandler = async ({ headers }, _reply, payload) =>
      headers['content-encoding'] === 'gzip' ? payload.pipe(createGunzip()) : payload;
    const post = (host: LoopbackServer, chunks: readonly Uint8Array[]) =>
      host.send('POST /governance/integrations', {
        chunks,
        headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      });

    it('reads the new one', async () => {
      const { host, calls } = await startWith(decompress);
      await using server = host;
      expect(await post(server, [gzipSync(sent)])).toMatchObject({ status: 201 });
      expect(calls.at(-1)?.args[1]).toEqual(JSON.parse(sent));
    });

    it('reads one that a function generates', async () => {
      const { host, calls } = await startWith(async (_request, _reply, payload) =>
        Readable.from(
          (async function* () {
            for await (const chunk of payload) yield String(chunk).replace('Warehouse', 'Lake');
          })(),
        ),
      );
      await using server = host;
      await server.send('POST /governance/integrations', { json: { type: 'Warehouse' } });
      expect(calls.at(-1)?.args[1]).toEqual({ type: 'Lake' });
    });

    it('limits the bytes of the new one, and continues with the next connection', async () => {
      const { host } = await startWith(decompress, { bodyLimit: 1000 });
      await using server = host;
      expect(await post(server, [gzipSync(sent)])).toMatchObject({ status: 413, json: { code: 'BODY_TOO_LARGE' } });
      expect(await server.send('GET /governance/integrations')).toMatchObject({ status: 200 });
    });

    it('refuses one that fails', async () => {
      const { host, calls } = await startWith(decompress);
      await using server = host;
      expect(await post(server, [Buffer.from(sent)])).toMatchObject({ status: 400, json: { code: 'BODY_INVALID' } });
      expect(calls.map(({ name }) => name)).not.toContain('integrations.create');
    });

    it('reads the original body if the hook returns nothing', async () => {
      const { host } = await startWith(async () => undefined);
      await using server = host;
      const created = await server.send('POST /governance/integrations', { json: { type: 'Warehouse' } });
      expect(created.status).toBe(201);
    });
  });
});
