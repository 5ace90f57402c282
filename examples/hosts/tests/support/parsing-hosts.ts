import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { getRequestListener } from '@hono/node-server';
import type { MiddlewareConsumer, NestModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createHttpHandler, type HttpHandler } from '@portcullis/http';
import { portcullisExpress } from '@portcullis/http/express';
import { portcullisFastify } from '@portcullis/http/fastify';
import { portcullisHono } from '@portcullis/http/hono';
import Fastify from 'fastify';
import { Hono } from 'hono';
import type { HostOptions, RunningHost, StartHost } from '../../src/host.ts';
import { shutDown } from '../../src/shut-down.ts';

const BASE_PATH = '/governance';

/** The hosts of this folder, but with a body parser of the host before the mount. */
export const PARSING_HOSTS = {
  'node:http': (options) => {
    const respond = portcullisExpress(handlerOf(options, BASE_PATH));
    return listen(options, async (request, response) => {
      const parsed = Object.assign(request, { body: await json(request) });
      await respond(parsed, response, () => response.writeHead(404).end());
    });
  },
  Fastify: async (options) => {
    const app = Fastify();
    app.addHook('onRequest', async ({ raw }) => {
      Object.assign(raw, { body: await json(raw) });
    });
    await app.register(portcullisFastify(handlerOf(options)), { prefix: BASE_PATH });
    await app.ready();
    return listen(options, (request, response) => app.routing(request, response));
  },
  Hono: (options) => {
    const app = new Hono();
    app.use(async ({ req }, next) => {
      await req.json();
      await next();
    });
    app.use(portcullisHono(handlerOf(options, BASE_PATH)));
    return listen(options, getRequestListener(app.fetch));
  },
  NestJS: async (options) => {
    // Middleware of modules runs after the body parsers of Nest.
    class AppModule implements NestModule {
      configure(consumer: MiddlewareConsumer): void {
        consumer.apply(portcullisExpress(handlerOf(options))).forRoutes('governance');
      }
    }
    const app = await NestFactory.create<NestExpressApplication>(
      { module: AppModule },
      { logger: false, bodyParser: false },
    );
    app.useBodyParser('json', { limit: '2mb' });
    await app.listen(0, '127.0.0.1');
    const server = app.getHttpServer();
    return { port: (server.address() as AddressInfo).port, close: () => shutDown(server, options.portcullis) };
  },
} satisfies Readonly<Record<string, StartHost>>;

function handlerOf({ portcullis, authenticate }: HostOptions, basePath = ''): HttpHandler {
  return createHttpHandler(portcullis, { authenticate, basePath });
}

async function listen({ portcullis }: HostOptions, listener: RequestListener): Promise<RunningHost> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => shutDown(server, portcullis) };
}
