/** The process of one server: takes a {@link ServerOrder}, responds with {@link ServerReady}, ends with its parent. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bareDataOf } from './bare-data.ts';
import { createBareExpress } from './bare-express.ts';
import { createBareKoa } from './bare-koa.ts';
import { createPortcullisServer } from './portcullis-server.ts';
import type { ServerMemory, ServerOrder, ServerReady, ServerUsage } from './server-protocol.ts';

async function listenerFor(order: ServerOrder): Promise<{ listener: RequestListener; key: string }> {
  if (order.serve === 'portcullis') return createPortcullisServer(order.framework);
  const createBare = order.framework === 'express' ? createBareExpress : createBareKoa;
  return { listener: createBare(bareDataOf(order.responses), order.key), key: order.key };
}

function usage(): ServerUsage {
  const { user, system } = process.cpuUsage();
  return { cpuMicros: user + system, eventLoop: performance.eventLoopUtilization() };
}

/** The process runs with `--expose-gc`. */
function memory(): ServerMemory {
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heap: heapUsed + external, rss };
}

const [order] = (await once(process, 'message')) as [ServerOrder];
const { listener, key } = await listenerFor(order);
// Connections are idle while the other servers are measured.
const server = createServer({ keepAliveTimeout: 0 }, listener).listen(0, '127.0.0.1');
await once(server, 'listening');
process.on('message', (message) => {
  if (message === 'usage') process.send?.(usage());
  if (message === 'memory') process.send?.(memory());
});
process.once('disconnect', () => process.exit());
process.send?.({ port: (server.address() as AddressInfo).port, key } satisfies ServerReady);
