import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { createHttpHandler } from '@portcullis/http';
import { portcullisHono } from '@portcullis/http/hono';
import { Hono } from 'hono';
import type { HostOptions, RunningHost } from './host.ts';
import { shutDown } from './shut-down.ts';

/** A Hono application with Portcullis in it, on Node. */
export async function startHono({ portcullis, authenticate, port }: HostOptions): Promise<RunningHost> {
  const app = new Hono();
  app.post('/echo', async ({ req, json }) => json(await req.json()));
  app.use(portcullisHono(createHttpHandler(portcullis, { basePath: '/governance', authenticate })));

  const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }) as Server;
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => shutDown(server, portcullis) };
}
