import { once } from 'node:events';
import { createServer } from 'node:net';

/** The requested port of a server. */
export interface RequestedPort {
  /** 0 for any free port. */
  readonly port: number;
  /** The environment variable that names the port. If it is set, no other port is used. */
  readonly variable?: string;
}

/** The port to use: the requested one, or 0 for any free port. */
export interface ChosenPort {
  readonly port: number;
  /** The message for the user if the usual port is not available. */
  readonly note?: string;
}

/**
 * Returns the requested port if it is free. A default port that is in use is replaced by any free one.
 *
 * @throws Error if a variable names the port and the port is in use.
 */
export async function choosePort({ port, variable }: RequestedPort): Promise<ChosenPort> {
  if (port === 0 || (await isFree(port))) return { port };
  if (variable !== undefined) throw new Error(`Port ${port} is in use: set ${variable} to another port, or to 0.`);
  return { port: 0, note: `port ${port} is in use, so this is a free one` };
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false;
    throw error;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}
