import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createHttpHandler } from '@portcullis/http';
import type { HostOptions, RunningHost } from '../../src/host.ts';
import * as echo from '../../src/next/app/echo/route.ts';
import * as routes from '../../src/next/app/governance/[[...path]]/route.ts';
import type { Governance } from '../../src/next/governance.ts';
import { shutDown } from '../../src/shut-down.ts';

type Handlers = Readonly<Record<string, (request: Request) => Promise<Response>>>;

/**
 * Serves the route handlers of the Next.js application without Next.js: each file exports functions from `Request` to
 * `Response`, one for each method.
 */
export async function startNextRoutes({ portcullis, authenticate }: HostOptions): Promise<RunningHost> {
  const handler = createHttpHandler(portcullis, { basePath: '/governance', authenticate });
  const governance: Governance = { portcullis, handler, signIn: () => '' };
  Object.assign(globalThis, { [Symbol.for('governance of this process')]: Promise.resolve(governance) });
  const server = createServer(
    getRequestListener(async (request) => {
      const handlers: Handlers = new URL(request.url).pathname.startsWith('/governance') ? { ...routes } : { ...echo };
      return (await handlers[request.method]?.(request)) ?? new Response(null, { status: 405 });
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => shutDown(server, portcullis) };
}
