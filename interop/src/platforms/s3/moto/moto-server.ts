import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '@portcullis/testing';

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
  const python = join(environment, 'bin', 'python');
  if (!existsSync(python) && spawnSync('python3', ['-m', 'venv', environment], { stdio: 'ignore' }).status !== 0) {
    return { missing: 'there is no python3 that can make an environment' };
  }
  if (!succeeds(python, ['-c', 'import moto.server']) && !succeeds(python, ['-m', 'pip', 'install', '--quiet', MOTO])) {
    return { missing: `pip cannot install ${MOTO}` };
  }
  const port = await freePort();
  const server = spawn(python, ['-m', 'moto.server', '-H', '127.0.0.1', '-p', String(port)], {
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

function succeeds(program: string, flags: readonly string[]): boolean {
  return spawnSync(program, flags, { stdio: 'ignore' }).status === 0;
}
