import { once } from 'node:events';
import type { Server } from 'node:http';

/** Maximum milliseconds for running requests to end by themselves. */
const TIMEOUT_MS = 5_000;
/** Milliseconds between two looks for connections that a client keeps open after its response. */
const IDLE_POLL_MS = 20;

/**
 * Accepts no more connections, finishes the work behind the server, and then waits for the running requests.
 *
 * @param finish - ends the work that holds requests open, such as streams. @default none
 */
export async function closeServer(server: Server, finish = async (): Promise<void> => {}): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  try {
    await finish();
  } finally {
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_POLL_MS);
    const force = setTimeout(() => server.closeAllConnections(), TIMEOUT_MS);
    await closed;
    clearInterval(idle);
    clearTimeout(force);
  }
}
