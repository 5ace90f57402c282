import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@portcullis/testing';
import { request } from 'undici';

/** The environment variable that names the program. */
export const SVIX_VARIABLE = 'PORTCULLIS_BENCH_SVIX';

/** A Svix server for one contender. */
export interface Svix {
  readonly url: string;
  /** The value of the header `authorization`. */
  readonly token: string;
}

/** A Svix server that can be stopped. */
export interface RunningSvix extends Svix {
  stop(): Promise<void>;
}

/** The servers in which Svix stores: an empty database and an empty Redis. */
export interface SvixStores {
  readonly postgres: string;
  readonly redis: string;
}

const STARTING_MS = 60_000;
const SCAN_MS = 100;

/** Returns the path of the Svix server on this machine, if there is one. */
export function findSvix(): string | undefined {
  return process.env[SVIX_VARIABLE] || undefined;
}

/**
 * Starts the server on a free port of 127.0.0.1, with its API and its worker, and creates its tables.
 *
 * @throws Error if it does not respond within a minute.
 */
export async function startSvix(program: string, stores: SvixStores): Promise<RunningSvix> {
  const port = await freePort();
  const env = { ...process.env, ...settingsOf(stores, port) };
  const printed = execFileSync(program, ['jwt', 'generate'], { env, encoding: 'utf8' });
  const token = /Token \(Bearer\): (\S+)/.exec(printed)?.[1];
  if (token === undefined) throw new Error(`Svix printed no token: ${printed}`);
  const server = spawn(program, ['--run-migrations'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const kill = (): void => void server.kill('SIGKILL');
  process.once('exit', kill);
  const exited = once(server, 'exit').finally(() => process.off('exit', kill));
  const url = `http://127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    server.kill('SIGTERM');
    await exited;
  };
  try {
    await untilHealthy(server, url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, token, stop };
}

function settingsOf({ postgres, redis }: SvixStores, port: number): Readonly<Record<string, string>> {
  return {
    SVIX_LISTEN_ADDRESS: `127.0.0.1:${port}`,
    SVIX_JWT_SECRET: 'the secret of a benchmark',
    SVIX_DB_DSN: postgres,
    SVIX_REDIS_DSN: redis,
    SVIX_QUEUE_TYPE: 'redis',
    SVIX_CACHE_TYPE: 'memory',
    SVIX_WHITELIST_SUBNETS: '[127.0.0.1/32]',
    // The headers of Standard Webhooks, which the other contenders send.
    SVIX_WHITELABEL_HEADERS: 'true',
    SVIX_LOG_LEVEL: 'info',
  };
}

async function untilHealthy(server: ChildProcess, url: string): Promise<void> {
  const deadline = performance.now() + STARTING_MS;
  for (;;) {
    const response = await request(`${url}/api/v1/health/`, { method: 'HEAD' }).catch(() => undefined);
    await response?.body.dump();
    if (response && response.statusCode < 300) return;
    if (server.exitCode !== null) throw new Error(`Svix ended with exit code ${server.exitCode}.`);
    if (performance.now() > deadline) throw new Error('Svix does not respond.');
    await sleep(SCAN_MS);
  }
}
