import type { Server } from 'node:http';

/** Milliseconds that requests under way get to end by themselves. */
const TIMEOUT = 5_000;

/** Stops taking requests and waits for those under way. */
export async function closeServer(server: Server): Promise<void> {
  const forceTimer = setTimeout(() => server.closeAllConnections(), TIMEOUT);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  clearTimeout(forceTimer);
}
