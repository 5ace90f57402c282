import type { AddressInfo } from 'node:net';
import { createHttpHandler } from '@portcullis/http';
import { portcullisFastify } from '@portcullis/http/fastify';
import Fastify from 'fastify';
import type { HostOptions, RunningHost } from './host.ts';
import { endConnections } from './shut-down.ts';

/** A Fastify application with Portcullis in it. */
export async function startFastify({ portcullis, authenticate, port }: HostOptions): Promise<RunningHost> {
  const app = Fastify();
  app.post('/echo', async ({ body }) => body);

  await app.register(portcullisFastify(createHttpHandler(portcullis, { authenticate })), { prefix: '/governance' });
  // Runs before the server waits for its connections: ends streams, and finishes running requests and deliveries.
  app.addHook('preClose', async () => {
    try {
      await portcullis.close();
    } finally {
      endConnections(app.server);
    }
  });

  await app.listen({ port, host: '127.0.0.1' });
  return { port: (app.server.address() as AddressInfo).port, close: () => app.close() };
}
