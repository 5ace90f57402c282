import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { freePort } from '@portcullis/testing';
import { findPython } from '../../../shared/python/find-python.ts';

/** The version for which the suite was written. */
const MOTO = 'moto[server]==5.2.5';

/** A running server, or the reason why there is none. */
export type MotoServer =
  | {
      readonly address: string;
      /** Starts to check signatures and policies. */
      requirePermissions(): Promise<void>;
      stop(): Promise<void>;
    }
  | { readonly missing: string };

/**
 * Starts moto, a server on loopback that emulates STS, IAM and S3. It runs in its own environment, which is created
 * on the first run; nothing is installed for the whole machine.
 */
export async function startMoto(environment: string): Promise<MotoServer> {
  const found = findPython(environment, 'moto.server', MOTO);
  if ('missing' in found) return found;
  const port = await freePort();
  const server = spawn(found.python, ['-m', 'moto.server', '-H', '127.0.0.1', '-p', String(port)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const stopped = once(server, 'exit');
  for await (const line of createInterface({ input: server.stderr })) if (line.includes('Running on')) break;
  server.stderr.resume();
  if (server.exitCode !== null) return { missing: 'moto does not start' };
  const address = `http://127.0.0.1:${port}`;
  return {
    address,
    async requirePermissions() {
      await fetch(`${address}/moto-api/reset-auth`, { method: 'POST', body: '0' });
    },
    async stop() {
      server.kill();
      await stopped;
    },
  };
}
