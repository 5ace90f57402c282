import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server that listens on a free port of loopback. */
export interface ListeningServer {
  /** `http://127.0.0.1:<port>`. */
  readonly address: string;
  /** Cuts every connection and closes the server. */
  stop(): Promise<void>;
}

/** Starts the server. */
export async function listenOnLoopback(server: Server): Promise<ListeningServer> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
