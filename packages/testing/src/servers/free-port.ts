import { once } from 'node:events';
import { createServer } from 'node:net';

/** The first port that is tried. Systems use those below for services. */
const LOWEST = 20_000;
/** The count of ports that are tried. Systems give those above to connections, so they may be taken at any moment. */
const COUNT = 12_000;

/**
 * Returns a port of loopback that is free now, for a program that cannot choose one by itself. The system gives it to no other program
 * by chance, because it is below the range for connections.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * COUNT);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}
