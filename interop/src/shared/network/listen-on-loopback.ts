import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Server as SecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** A server that listens on a free port of loopback. */
export interface ListeningServer {
  /** The origin with the port: `http://127.0.0.1:<port>`. */
  readonly address: string;
  /** Cuts every connection and closes the server. */
  stop(): Promise<void>;
}

/**
 * Starts the server.
 *
 * @param origin - the scheme and the host of its address.
 */
export async function listenOnLoopback(
  server: Server | SecureServer,
  origin = 'http://127.0.0.1',
): Promise<ListeningServer> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `${origin}:${(server.address() as AddressInfo).port}`,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
