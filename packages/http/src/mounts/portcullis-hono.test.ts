import { getRequestListener } from '@hono/node-server';
import { createRecordingLogger } from '@portcullis/testing';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import { describe, expect, it } from 'vitest';
import { ADMIN, createFakePortcullis, type FakeParts } from '../../tests/support/fake-portcullis.ts';
import { listen } from '../../tests/support/loopback.ts';
import { describeMount } from '../../tests/support/mount-suite.ts';
import type { HostSetUp } from '../../tests/support/mounted.ts';
import { describeStream } from '../../tests/support/stream-suite.ts';
import { wrapped } from '../../tests/support/wrapped.ts';
import { createHttpHandler } from '../create-http-handler.ts';
import type { HttpHandlerOptions } from '../http-handler-options.ts';
import { portcullisHono } from './portcullis-hono.ts';

function createHost({ handler, mountPath = '', parsed }: HostSetUp) {
  const app = new Hono();
  if (parsed) {
    app.use(async ({ req }, next) => {
      const isJson = req.header('content-type')?.startsWith('application/json');
      await (isJson ? req.json().catch(() => undefined) : req.text());
      await next();
    });
  }
  app.use(portcullisHono(mountPath === '' ? handler : handler.under(mountPath)));
  app.post('/echo', async (context) => context.text(await context.req.text()));
  app.notFound((context) => context.text('elsewhere', 404));
  app.onError((_error, context) => context.text('host error', 500));
  return getRequestListener(app.fetch);
}

const TRAITS = { makesRequests: true };

describeMount('Hono', (setUp) => listen(createHost(setUp)), TRAITS);
describeStream('Hono', (setUp) => listen(createHost(setUp)));
describeStream('Hono with a wrapped handler', ({ handler, ...host }) =>
  listen(createHost({ ...host, handler: wrapped(handler) })),
);
describeMount(
  'Hono with a wrapped handler',
  ({ handler, ...host }) => listen(createHost({ ...host, handler: wrapped(handler) })),
  TRAITS,
);

describe('Hono', () => {
  const setUp = (options: HttpHandlerOptions = {}, parts: FakeParts = {}) => {
    const { portcullis, calls } = createFakePortcullis(parts);
    return { mount: portcullisHono(createHttpHandler(portcullis, { basePath: '/governance', ...options })), calls };
  };
  const serve = (app: Hono) => listen(getRequestListener(app.fetch));

  it.each(['/governance/integrations/../webhooks', '/governance/integrations/%2e%2E/webhooks'])(
    'answers %s only if the guards of the host allow the resolved path',
    async (path) => {
      const { mount } = setUp();
      const app = new Hono();
      app.use('/governance/webhooks/*', async (context) => context.text('guarded', 403));
      await using host = await serve(app.use(mount));
      expect(await host.send(`GET ${path}`)).toMatchObject({ status: 403, text: 'guarded' });
      expect((await host.send('GET /governance/integrations')).status).toBe(200);
    },
  );

  it('works in a group of routes with a base path', async () => {
    const { mount } = setUp();
    const group = new Hono().use(mount);
    await using host = await serve(new Hono().route('/governance', group));
    const created = await host.send('POST /governance/integrations', { json: { type: 'Warehouse' } });
    expect(created).toMatchObject({ status: 201, headers: { location: '/governance/integrations/7' } });
  });

  it('keeps the headers that middleware around it sets', async () => {
    const { mount } = setUp();
    const marks = createMiddleware(async (context, next) => {
      context.header('x-host', 'here');
      await next();
    });
    await using marked = await serve(new Hono().use(marks, mount));
    await using both = await serve(new Hono().use(marks, cors({ origin: '*' }), mount));
    const alone = await marked.send('GET /governance/integrations');
    expect(alone).toMatchObject({ status: 200, headers: { 'x-host': 'here' } });
    const { headers } = await both.send('GET /governance/integrations');
    expect(headers).toMatchObject({ 'x-host': 'here', 'access-control-allow-origin': '*' });
  });

  it('passes the address of the client to the check of API keys', async () => {
    const sources: unknown[] = [];
    const authenticate = async (_key: string, options?: { readonly source?: string | undefined }) => {
      sources.push(options?.source);
      return ADMIN;
    };
    const { mount } = setUp({}, { tenants: { authenticate } });
    const app = new Hono().use(mount);
    await using host = await serve(app);
    await host.send('GET /governance/integrations');
    expect(sources).toEqual(['127.0.0.1']);
    await app.request('/governance/integrations', { headers: { authorization: 'key' } });
    expect(sources).toEqual(['127.0.0.1', undefined]);
  });

  it('is a 500 with the reason in the log if the host has read the body without Hono', async () => {
    const logger = createRecordingLogger();
    const { mount } = setUp({ logger });
    const app = new Hono().use(async ({ req }, next) => {
      await req.raw.text();
      await next();
    });
    await using host = await serve(app.use(mount));
    const response = await host.send('POST /governance/integrations', { json: { type: 'Warehouse' } });
    expect(response.status).toBe(500);
    expect(logger.entries).toMatchObject([
      { level: 'error', details: { error: { message: expect.stringMatching(/^The host has already read the body/) } } },
    ]);
  });
});
