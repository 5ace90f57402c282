import Koa from 'koa';
import { koaBody } from 'koa-body';
import mount from 'koa-mount';
import { describe, expect, it } from 'vitest';
import { createFakePortcullis } from '../../tests/support/fake-portcullis.ts';
import { listen } from '../../tests/support/loopback.ts';
import { describeMount } from '../../tests/support/mount-suite.ts';
import type { HostSetUp } from '../../tests/support/mounted.ts';
import { describeStream } from '../../tests/support/stream-suite.ts';
import { wrapped } from '../../tests/support/wrapped.ts';
import { createHttpHandler } from '../create-http-handler.ts';
import { portcullisKoa } from './portcullis-koa.ts';

function createHost({ handler, mountPath, parsed }: HostSetUp) {
  const app = new Koa();
  app.silent = true;
  app.use(async (context, next) => {
    await next().catch(() => {
      context.status = 500;
      context.body = 'host error';
    });
  });
  if (parsed) app.use(koaBody({ multipart: true, jsonStrict: false }));
  app.use(mountPath ? mount(mountPath, portcullisKoa(handler)) : portcullisKoa(handler));
  app.use((context) => {
    context.status = context.path === '/echo' ? 200 : 404;
    context.body = context.path === '/echo' ? context.req : 'elsewhere';
  });
  return app.callback();
}

describeMount('Koa', (setUp) => listen(createHost(setUp)));
describeStream('Koa', (setUp) => listen(createHost(setUp)));
describeStream('Koa with a wrapped handler', ({ handler, ...host }) =>
  listen(createHost({ ...host, handler: wrapped(handler) })),
);
describeMount('Koa with a wrapped handler', ({ handler, ...host }) =>
  listen(createHost({ ...host, handler: wrapped(handler) })),
);

describe('Koa', () => {
  const setUp = () => {
    const { portcullis, calls } = createFakePortcullis();
    return { handler: createHttpHandler(portcullis), calls };
  };

  it('reports the public address behind a trusted proxy', async () => {
    const { handler, calls } = setUp();
    const app = new Koa({ proxy: true });
    app.use(mount('/governance', portcullisKoa(handler)));
    await using host = await listen(app.callback());
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'data.example.com' };
    await host.send('GET /governance/integrations/7/client-setup', { headers });
    expect(calls.at(-1)?.args[2]).toEqual({ baseUrl: 'https://data.example.com' });
  });

  it('mounts in nested mounts', async () => {
    const { handler } = setUp();
    const inner = new Koa().use(mount('/inner', portcullisKoa(handler)));
    const app = new Koa().use(mount('/outer', inner));
    await using host = await listen(app.callback());
    const created = await host.send('POST /outer/inner/integrations', { json: { type: 'Warehouse' } });
    expect(created).toMatchObject({ status: 201, headers: { location: '/outer/inner/integrations/7' } });
  });

  it('lets middleware around it see and change the response', async () => {
    const { handler } = setUp();
    const app = new Koa();
    app.use(async (context, next) => {
      await next();
      context.set('x-seen', `${context.status} ${context.type}`);
    });
    await using host = await listen(app.use(portcullisKoa(handler)).callback());
    expect((await host.send('GET /integrations')).headers['x-seen']).toBe('200 application/json');
  });
});
