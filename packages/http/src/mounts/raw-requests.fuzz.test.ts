import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import express, { type Request as ExpressRequest, type Response as ExpressResponse, type NextFunction } from 'express';
import Koa from 'koa';
import { koaBody } from 'koa-body';
import mount from 'koa-mount';
import { listen } from '../../tests/support/loopback.ts';
import { describeRawFuzz, describeRawRequests, type RawHostSetUp } from '../../tests/support/raw-suite.ts';
import type { HttpHandler } from '../http-handler.ts';
import { portcullisExpress } from './portcullis-express.ts';
import { portcullisKoa } from './portcullis-koa.ts';

function expressHost({ handler, mountPath = '', parsed, trustProxy }: RawHostSetUp) {
  const app = express().set('trust proxy', trustProxy === true);
  if (parsed) app.use(express.json({ limit: '1mb', strict: false }), express.text({ type: 'text/*' }));
  if (mountPath === '') app.use(portcullisExpress(handler));
  else app.use(mountPath, portcullisExpress(handler));
  app.use((_request: ExpressRequest, response: ExpressResponse) => {
    response.status(404).send('elsewhere');
  });
  app.use(
    (error: { statusCode?: number }, _request: ExpressRequest, response: ExpressResponse, _next: NextFunction) => {
      response.status(error.statusCode ?? 500).send('host error');
    },
  );
  return app;
}

/** Koa cannot parse the path of some URLs; koa-mount then fails before it calls the mounted app. */
function hasPath(context: { readonly path: string | null }): boolean {
  try {
    return context.path !== null;
  } catch {
    return false;
  }
}

function koaHost({ handler, mountPath = '', parsed, trustProxy }: RawHostSetUp) {
  const app = new Koa({ proxy: trustProxy === true });
  app.silent = true;
  app.use(async (context, next) => {
    await next().catch((error: { status?: number }) => {
      context.status = error.status ?? (hasPath(context) ? 500 : 400);
      context.body = 'host error';
    });
  });
  if (parsed) app.use(koaBody({ multipart: true, jsonStrict: false }));
  app.use(mountPath === '' ? portcullisKoa(handler) : mount(mountPath, portcullisKoa(handler)));
  app.use((context) => {
    context.status = 404;
    context.body = 'elsewhere';
  });
  return app.callback();
}

function nodeHost({ handler, mountPath }: RawHostSetUp): RequestListener {
  const respond = portcullisExpress(mountPath === undefined ? handler : handler.under(mountPath));
  return (request, response) => {
    void respond(request, response, (error) => {
      const text = error === undefined ? 'elsewhere' : 'host error';
      response.writeHead(error === undefined ? 404 : 500, { 'content-length': text.length }).end(text);
    });
  };
}

/** A server for fetch handlers, like the common ones: it makes a `Request`, or responds itself if that fails. */
function fetchHost(handler: HttpHandler): RequestListener {
  const requestOf = ({ method = 'GET', url, headers }: IncomingMessage, body: string): Request => {
    const own = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
    const bodyless = method === 'GET' || method === 'HEAD' || body === '';
    return new Request(`http://${headers.host}${url}`, { method, headers: own, ...(bodyless ? {} : { body }) });
  };
  const respond = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    let request: Request;
    try {
      request = requestOf(message, await text(message));
    } catch {
      response.writeHead(400, { 'content-length': 0 }).end();
      return;
    }
    if (!handler.claims(new URL(request.url).pathname)) {
      response.writeHead(404, { 'content-length': 9 }).end('elsewhere');
      return;
    }
    const { status, headers, body } = await handler(request).then(
      async (each) => ({ status: each.status, headers: [...each.headers].flat(), body: await each.text() }),
      () => ({ status: 500, headers: [], body: 'host error' }),
    );
    response.writeHead(status, headers).end(body);
  };
  return (message, response) => void respond(message, response);
}

describeRawRequests('Express', (setUp) => listen(expressHost(setUp)));
describeRawRequests('Koa', (setUp) => listen(koaHost(setUp)));
describeRawRequests('node:http', (setUp) => listen(nodeHost(setUp)), { proxies: false });
describeRawFuzz('A server for fetch handlers', ({ handler, mountPath }) =>
  listen(fetchHost(mountPath === undefined ? handler : handler.under(mountPath))),
);
