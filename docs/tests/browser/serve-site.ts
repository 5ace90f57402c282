import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import express from 'express';

const dist = join(import.meta.dirname, '../../.vitepress/dist');

/** Serves the built site on this machine, as a host of static files would. */
export async function serveSite(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const app = express();
  app.use(express.static(dist, { extensions: ['html'], redirect: false }));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
