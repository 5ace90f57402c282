import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Portcullis } from '@portcullis/core';

/** Milliseconds for responses of the host that are still being sent. */
const GRACE_MS = 1_000;

/** Stops a server of `node:http` and the instance behind it. */
export async function shutDown(server: Server, portcullis: Portcullis): Promise<void> {
  const closed = once(server, 'close');
  server.close(); // No new connections. The server waits for the open ones.
  try {
    await portcullis.close(); // Ends streams, and waits for running requests and deliveries.
  } finally {
    endConnections(server);
    await closed;
  }
}

/**
 * Ends the connections of a server that closes. Clients keep connections open after a response, and browsers open some
 * in advance. The server would wait for these for more than a minute.
 */
export function endConnections(server: Server): void {
  const idle = setInterval(() => server.closeIdleConnections(), 20).unref();
  const all = setTimeout(() => server.closeAllConnections(), GRACE_MS).unref();
  server.once('close', () => {
    clearInterval(idle);
    clearTimeout(all);
  });
}
