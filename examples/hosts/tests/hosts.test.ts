import { once } from 'node:events';
import { connect } from 'node:net';
import { it } from 'vitest';
import { startFastify } from '../src/fastify.ts';
import { startHono } from '../src/hono.ts';
import type { StartHost } from '../src/host.ts';
import { startNest } from '../src/nest.ts';
import { startNodeHttp } from '../src/node-http.ts';
import { describeHost } from './support/describe-host.ts';
import { startNextRoutes } from './support/start-next-routes.ts';
import { startTestHost } from './support/start-test-host.ts';

const HOSTS: readonly (readonly [name: string, start: StartHost])[] = [
  ['node:http', startNodeHttp],
  ['Fastify', startFastify],
  ['Hono', startHono],
  ['NestJS', startNest],
  ['The route handlers of Next.js', startNextRoutes],
];

for (const [name, start] of HOSTS) describeHost(name, start);

it('no host waits for a connection without a request when it closes', async () => {
  const closeWithConnection = async ([, start]: (typeof HOSTS)[number]): Promise<void> => {
    await using host = await startTestHost(start);
    const socket = connect(host.port, '127.0.0.1').resume();
    await once(socket, 'connect');
    const ended = once(socket, 'close');
    await host.close();
    await ended;
  };
  await Promise.all(HOSTS.map(closeWithConnection));
});
