import express, { type NextFunction, type Request, type Response } from 'express';
import { describe, expect, it } from 'vitest';
import { createFakePortcullis } from '../../tests/support/fake-portcullis.ts';
import { listen } from '../../tests/support/loopback.ts';
import { describeMount } from '../../tests/support/mount-suite.ts';
import type { HostSetUp } from '../../tests/support/mounted.ts';
import { describeStream } from '../../tests/support/stream-suite.ts';
import { wrapped } from '../../tests/support/wrapped.ts';
import { createHttpHandler } from '../create-http-handler.ts';
import { portcullisExpress } from './portcullis-express.ts';

function createHost({ handler, mountPath, parsed }: HostSetUp) {
  const app = express();
  if (parsed) {
    app.use(express.json({ limit: '1mb', strict: false }));
    app.use(express.urlencoded({ extended: true }));
    app.use(express.text({ type: 'text/*' }));
    app.use(express.raw({ type: 'application/octet-stream' }));
  }
  if (mountPath) app.use(mountPath, portcullisExpress(handler));
  else app.use(portcullisExpress(handler));
  app.post('/echo', (request, response) => request.pipe(response));
  app.use((_request: Request, response: Response) => {
    response.status(404).send('elsewhere');
  });
  app.use((_error: Error, _request: Request, response: Response, _next: NextFunction) => {
    response.status(500).send('host error');
  });
  return app;
}

describeMount('Express', (setUp) => listen(createHost(setUp)));
describeStream('Express', (setUp) => listen(createHost(setUp)));
describeStream('Express with a wrapped handler', ({ handler, ...host }) =>
  listen(createHost({ ...host, handler: wrapped(handler) })),
);
describeMount('Express with a wrapped handler', ({ handler, ...host }) =>
  listen(createHost({ ...host, handler: wrapped(handler) })),
);

describe('Express', () => {
  const setUp = () => {
    const { portcullis, calls } = createFakePortcullis();
    return { handler: createHttpHandler(portcullis), calls };
  };

  it('reports the public address behind a trusted proxy', async () => {
    const { handler, calls } = setUp();
    const app = express().set('trust proxy', true).use('/governance', portcullisExpress(handler));
    await using host = await listen(app);
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'data.example.com' };
    await host.send('GET /governance/integrations/7/client-setup', { headers });
    expect(calls.at(-1)?.args[2]).toEqual({ baseUrl: 'https://data.example.com' });
  });

  it('mounts in nested routers, and below a parameter', async () => {
    const { handler } = setUp();
    const inner = express.Router().use('/inner', portcullisExpress(handler));
    await using host = await listen(express().use('/tenants/:tenant', inner));
    const created = await host.send('POST /tenants/t%201/inner/integrations', { json: { type: 'Warehouse' } });
    expect(created).toMatchObject({ status: 201, headers: { location: '/tenants/t%201/inner/integrations/7' } });
  });

  it('uses the raw bytes that a body parser keeps instead of the parsed value', async () => {
    const { handler, calls } = setUp();
    const keep = (request: object, _response: object, rawBody: Buffer) => Object.assign(request, { rawBody });
    const app = express().use(express.json({ verify: keep }), (request, _response, next) => {
      request.body = { changed: true };
      next();
    });
    await using host = await listen(app.use(portcullisExpress(handler)));
    await host.send('POST /integrations', { json: { type: 'Warehouse' } });
    expect(calls.at(-1)?.args[1]).toEqual({ type: 'Warehouse' });
  });

  it('does nothing if the host has already responded', async () => {
    const { handler } = setUp();
    const respondsFirst = express().use((_request, response, next) => {
      response.status(503).send('too late');
      next();
    });
    await using host = await listen(respondsFirst.use(portcullisExpress(handler)));
    expect(await host.send('GET /integrations')).toMatchObject({ status: 503, text: 'too late' });
    expect(await host.send('GET /integrations')).toMatchObject({ status: 503 });
  });

  it('is optional: the mount works on node:http without it', async () => {
    const { handler } = setUp();
    const mount = portcullisExpress(handler);
    await using host = await listen((request, response) => {
      mount(request, response, () => response.writeHead(404).end('elsewhere'));
    });
    expect((await host.send('POST /integrations', { json: { type: 'Warehouse' } })).status).toBe(201);
    expect(await host.send('GET /elsewhere')).toMatchObject({ status: 404, text: 'elsewhere' });
  });
});
