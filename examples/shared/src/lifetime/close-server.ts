import type { Server } from 'node:http';

/** Maximum milliseconds for running requests to end by themselves. */
const TIMEOUT = 5_000;

/** Accepts no more requests, and waits for the running ones. */
export async function closeServer(server: Server): Promise<void> {
  const forceTimer = setTimeout(() => server.closeAllConnections(), TIMEOUT);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  clearTimeout(forceTimer);
}
