import { once } from 'node:events';
import { createServer } from 'node:net';

/** The first port that is tried. Systems use lower ports for services. */
const MIN_PORT = 20_000;
/**
 * The number of ports that are tried. Systems assign higher ports to connections, so they may be taken at any moment.
 */
const COUNT = 12_000;

/**
 * Returns a free port on loopback, for a program that cannot choose one. The system does not assign it to another
 * program, because it is below the range for connections.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = MIN_PORT + Math.floor(Math.random() * COUNT);
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
