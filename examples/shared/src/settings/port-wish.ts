import { once } from 'node:events';
import { createServer } from 'node:net';

/** Where a server would like to listen. */
export interface RequestedPort {
  /** 0 for a free one. */
  readonly port: number;
  /** The environment variable that it came from: then no other port will do. */
  readonly variable?: string;
}

/** The port to use: the wished one, or 0 for a free one when something else has it. */
export interface ChosenPort {
  readonly port: number;
  /** The message for the user when the usual port is not available. */
  readonly note?: string;
}

/**
 * Looks whether a port is free, and settles for a free one when it is only a default.
 *
 * @throws Error when the port was asked for by name and is in use.
 */
export async function choosePort({ port, variable }: RequestedPort): Promise<ChosenPort> {
  if (port === 0 || (await isFree(port))) return { port };
  if (variable !== undefined) throw new Error(`Port ${port} is in use: set ${variable} to another one, or to 0.`);
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
