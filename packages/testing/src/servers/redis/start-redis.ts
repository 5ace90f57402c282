import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { findProgram } from '../find-program.ts';
import { freePort } from '../free-port.ts';
import { createGuardedFolder, guardServer } from '../guard/guard-servers.ts';

/** The options of {@link startRedis}. */
export interface RedisOptions {
  /**
   * The sync policy of the append-only file. In a power cut, `everysec` may lose the data of a second, `always` none.
   * The file is removed when this process ends. @default no persistence
   */
  readonly appendFsync?: 'everysec' | 'always';
  /** Further options of the command line, such as `['--aclfile', path]`. @default none */
  readonly settings?: readonly string[];
}

/** A Redis or Valkey that this process has started, on 127.0.0.1. */
export interface RunningRedis {
  /** `redis://127.0.0.1:port` */
  readonly url: string;
  /** Ends it abruptly, like a power cut: data that is not on the disk is lost. */
  kill(): Promise<void>;
  /** Starts it on the same port. */
  start(): Promise<void>;
}

/** The environment variable that names the program. */
const VARIABLE = 'PORTCULLIS_TEST_REDIS';

/** The message of a skipped test without a server. */
export const NO_REDIS = `No Redis here: put valkey-server or redis-server on the PATH, or its path into ${VARIABLE}.`;

/**
 * Returns the path of `valkey-server` or `redis-server` on this machine, or undefined. The environment variable
 * `PORTCULLIS_TEST_REDIS` takes precedence.
 */
export function findRedis(): string | undefined {
  return findProgram({ variable: VARIABLE, names: ['valkey-server', 'redis-server'] });
}

/**
 * Starts a real Redis or Valkey on fresh data. It ends with this process, even if a signal ends that.
 *
 * @param program - its path, as {@link findRedis} finds it.
 * @throws Error with the output of the server, if it does not start.
 */
export async function startRedis(
  program: string,
  { appendFsync, settings: more = [] }: RedisOptions = {},
): Promise<RunningRedis> {
  const port = await freePort();
  let server: ChildProcess | undefined;
  const kill = async (): Promise<void> => {
    const running = server;
    server = undefined;
    if (!running || running.exitCode !== null) return;
    const exited = once(running, 'exit');
    running.kill('SIGKILL');
    await exited;
  };
  const folder = appendFsync && createGuardedFolder('redis-');
  const kept = folder
    ? ['--dir', folder, '--appendonly', 'yes', '--appendfsync', appendFsync, '--auto-aof-rewrite-percentage', '0']
    : ['--appendonly', 'no'];
  const start = async (): Promise<void> => {
    const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', ...kept, ...more];
    const started = spawn(program, settings, { stdio: ['ignore', 'pipe', 'inherit'] });
    server = started;
    guardServer(started);
    await untilReady(started);
  };
  await start();
  return { url: `redis://127.0.0.1:${port}`, kill, start };
}

async function untilReady(server: ChildProcess): Promise<void> {
  if (!server.stdout) throw new Error('The server has no output.');
  const lines = createInterface(server.stdout);
  const printed: string[] = [];
  for await (const line of lines) {
    printed.push(line);
    if (/ready to accept connections/i.test(line)) {
      server.stdout.resume();
      return;
    }
  }
  throw new Error(`Redis did not start: ${printed.join('\n')}`);
}
