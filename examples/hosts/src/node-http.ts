import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHttpHandler } from '@portcullis/http';
import { portcullisExpress } from '@portcullis/http/express';
import type { HostOptions, RunningHost } from './host.ts';
import { shutDown } from './shut-down.ts';

/** A server of `node:http` with Portcullis in it. The mount for Express does not need Express. */
export async function startNodeHttp({ portcullis, authenticate, port }: HostOptions): Promise<RunningHost> {
  const respond = portcullisExpress(createHttpHandler(portcullis, { basePath: '/governance', authenticate }));
  const server = createServer((request, response) => {
    if (request.method === 'POST' && request.url === '/echo') {
      request.pipe(response.setHeader('content-type', 'application/json'));
      return;
    }
    void respond(request, response, (error) => response.writeHead(error ? 500 : 404).end());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => shutDown(server, portcullis) };
}
