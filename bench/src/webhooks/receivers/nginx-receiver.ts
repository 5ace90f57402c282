import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  closeSync,
  constants,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { gather, type Receiver } from './receiver.ts';

/** The environment variable that names the program. */
const VARIABLE = 'PORTCULLIS_BENCH_NGINX';
/** Below the ephemeral ports, and without ports of well-known services, which the address guard refuses. */
const FIRST_PORT = 12_000;
const LAST_PORT = 26_000;
const TRIES = 10;
/** Milliseconds after which nginx counts as listening, if it has not printed that a port is in use. */
const SETTLE_MS = 300;
const FORGIVING = { recursive: true, force: true, maxRetries: 5 } as const;

/** Returns the path of nginx on this machine, if it is installed. */
export function findNginx(): string | undefined {
  const named = process.env[VARIABLE];
  if (named) return named;
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, 'nginx')).find(canRun);
}

/**
 * Starts nginx with one worker process, on 127.0.0.1 and a number of consecutive ports.
 *
 * @throws Error with its output, if it does not start.
 */
export async function startNginxReceiver(program: string, endpoints: number): Promise<Receiver> {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  mkdirSync(join(folder, 'temp'));
  let running: ChildProcess | undefined;
  const clearAway = (): void => {
    running?.kill('SIGTERM');
    // nginx may still be starting, and creates folders until it receives the signal. A handler of `exit` can only wait
    // synchronously.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SETTLE_MS);
    rmSync(folder, FORGIVING);
  };
  process.once('exit', clearAway);
  for (let attempt = 1; ; attempt += 1) {
    const port = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT - endpoints));
    const configuration = join(folder, 'nginx.conf');
    writeFileSync(configuration, configurationOf(folder, port, endpoints));
    const server = spawn(program, ['-p', folder, '-c', configuration, '-e', 'stderr'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    running = server;
    const printed: string[] = [];
    server.stderr.on('data', (chunk) => printed.push(String(chunk)));
    const exited = once(server, 'exit');
    const settled = new Promise<'listens'>((resolve) => setTimeout(resolve, SETTLE_MS, 'listens'));
    const isRunning = (await Promise.race([settled, exited])) === 'listens';
    // nginx tries to listen on such a port for some seconds before it exits.
    const isInUse = printed.join('').includes('Address already in use');
    if (!isRunning || isInUse) {
      server.kill('SIGTERM');
      await exited;
      if (attempt < TRIES && isInUse) continue;
      throw new Error(`nginx did not start: ${printed.join('')}`);
    }
    const log = createLogReader(join(folder, 'access.log'));
    return {
      name: 'nginx, one worker process',
      urls: Array.from({ length: endpoints }, (_, index) => `http://127.0.0.1:${port + index}/hook`),
      received: (atLeast) => gather(atLeast, log.read),
      lastArrivalAt: async () => log.lastArrivalAt,
      async stop() {
        server.kill('SIGTERM');
        await exited;
        log.close();
        process.off('exit', clearAway);
        rmSync(folder, FORGIVING);
      },
    };
  }
}

function configurationOf(folder: string, port: number, endpoints: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
worker_rlimit_nofile 65536;
pid ${join(folder, 'nginx.pid')};
events { worker_connections 16384; }
http {
  ${temporary.map((name) => `${name}_temp_path ${join(folder, 'temp', name)};`).join(' ')}
  log_format ids '$http_webhook_id $server_port $msec';
  access_log ${join(folder, 'access.log')} ids buffer=64k flush=100ms;
  keepalive_requests 1000000000;
  keepalive_timeout 120s;
  server {
    listen 127.0.0.1:${endpoints === 1 ? port : `${port}-${port + endpoints - 1}`};
    location / { return 200; }
  }
}
`;
}

function createLogReader(path: string) {
  const file = openSync(path, 'r');
  const buffer = Buffer.alloc(1 << 20);
  let position = 0;
  let rest = '';
  let lastArrivalAt = 0;
  return {
    get lastArrivalAt() {
      return lastArrivalAt;
    },
    read(): readonly string[] {
      const ids: string[] = [];
      for (;;) {
        const bytes = readSync(file, buffer, 0, buffer.length, position);
        if (bytes === 0) return ids;
        position += bytes;
        const lines = (rest + buffer.toString('latin1', 0, bytes)).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) {
          const [id, port, seconds] = line.split(' ');
          ids.push(`${id} ${port}`);
          lastArrivalAt = Number(seconds) * 1000;
        }
      }
    },
    close: () => closeSync(file),
  };
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
