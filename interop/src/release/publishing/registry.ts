import { spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '@portcullis/testing';
import type { Tools } from './tools.ts';

/** A registry on this machine that has only our packages. */
export interface Registry extends AsyncDisposable {
  readonly address: string;
  /** The `.npmrc` of a folder that installs our packages from here, and may publish. */
  readonly settings: string;
}

/**
 * Any client may publish, because the registry listens on loopback and ends with the suite. It forwards to no other
 * registry.
 */
const CONFIG = `
storage: ./storage
auth: { htpasswd: { file: ./htpasswd, max_users: -1 } }
web: { enable: false }
max_body_size: 50mb
packages: { '@portcullis/*': { access: $all, publish: $all } }
log: { type: stdout, format: pretty, level: warn }
`;

/** Starts verdaccio in a folder. */
export async function startRegistry(tools: Tools, folder: string): Promise<Registry> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'config.yaml'), CONFIG);
  const log = join(folder, 'registry.log');
  const port = await freePort();
  const program = join(tools.load.resolve('verdaccio/package.json'), '../bin/verdaccio');
  const output = openSync(log, 'w');
  const child = spawn(process.execPath, [program, '--config', 'config.yaml', '--listen', `127.0.0.1:${port}`], {
    cwd: folder,
    stdio: ['ignore', output, output],
  });
  const address = `http://127.0.0.1:${port}/`;
  for (let attempt = 0; !(await responds(address)); attempt += 1) {
    if (child.exitCode !== null || attempt === 300)
      throw new Error(`verdaccio does not start: ${readFileSync(log, 'utf8')}`);
    await wait(200);
  }
  return {
    address,
    // npm publishes nothing without a token. The registry ignores it.
    settings: `@portcullis:registry=${address}\n//127.0.0.1:${port}/:_authToken=loopback\n`,
    [Symbol.asyncDispose]: async () => {
      child.kill();
    },
  };
}

async function responds(address: string): Promise<boolean> {
  try {
    return (await fetch(`${address}-/ping`)).ok;
  } catch {
    return false;
  }
}
