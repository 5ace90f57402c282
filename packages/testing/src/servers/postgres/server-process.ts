import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import type { ServerAccount } from './server-account.ts';
import type { ServerBinaries } from './server-binaries.ts';

/** The location of the data, and the options of their initialisation. */
export interface ClusterSetup {
  readonly binaries: ServerBinaries;
  readonly account: ServerAccount | undefined;
  readonly data: string;
  /** A folder of the account for temporary files. */
  readonly scratch: string;
}

/** The set-up of a server. */
export interface ServerSetup extends Omit<ClusterSetup, 'scratch'> {
  /** The port; 0 for a free one. */
  readonly port: number;
  readonly settings: Readonly<Record<string, string | number | boolean>>;
}

/** A server that accepts connections. */
export interface RunningServer {
  readonly port: number;
  readonly exited: Promise<unknown>;
  stop(): Promise<void>;
}

/** Number of attempts, each with a port that was free a moment ago. */
const PORT_ATTEMPTS = 5;
/** The line that a server prints when it accepts connections. */
const READY = 'ready to accept connections';
/** Maximum duration of an orderly stop, in milliseconds. */
const STOP_DEADLINE = 10_000;

/**
 * Creates the data of a new cluster: UTF-8, plain byte order, messages in English. The folder is renamed at the end, so
 * that an interrupted initialisation is not mistaken for a cluster.
 */
export async function initialiseCluster(
  setup: ClusterSetup & Readonly<Record<'user' | 'password', string>>,
): Promise<void> {
  const { binaries, account, data, scratch, user, password } = setup;
  const unfinished = `${data}-unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  const passwordFile = join(scratch, 'password');
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o644 });
  const flags = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync', '--no-instructions'];
  try {
    const program = run(
      binaries.initdb,
      [`--pgdata=${unfinished}`, `--username=${user}`, `--pwfile=${passwordFile}`, ...flags],
      account,
    );
    const printed = collect(program);
    const [code] = (await once(program, 'close')) as [number | null];
    if (code !== 0) throw new Error(`initdb ended with ${code}: ${printed()}`);
    renameSync(unfinished, data);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** Starts the server and waits until it accepts connections. */
export async function startServer(setup: ServerSetup): Promise<RunningServer> {
  const attempts = setup.port === 0 ? PORT_ATTEMPTS : 1;
  for (let attempt = 1; ; attempt += 1) {
    const port = setup.port === 0 ? await freePort() : setup.port;
    const outcome = await tryStart(setup, port);
    if (typeof outcome !== 'string') return outcome;
    if (attempt >= attempts || !outcome.includes('could not bind')) throw new Error(outcome);
  }
}

/** Resolves with the server, or with its output if it failed. */
async function tryStart(setup: ServerSetup, port: number): Promise<RunningServer | string> {
  const { binaries, account, data } = setup;
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...setup.settings };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = run(binaries.postgres, ['-D', data, '-p', String(port), ...flags], account);
  const printed = collect(server);
  const exited = once(server, 'close');
  const ready = await new Promise<boolean>((resolve, reject) => {
    let end = '';
    server.stderr?.on('data', (chunk: Buffer) => {
      // Kept separately from the collected output, whose length is limited: rejected clients fill it while the server
      // recovers.
      end = `${end}${chunk.toString('utf8')}`.slice(-2 * chunk.length - READY.length);
      if (end.includes(READY)) resolve(true);
    });
    exited.then(() => resolve(false), reject);
  });
  if (!ready) return printed();
  return { port, exited, stop: () => stopServer(server, exited) };
}

async function stopServer(server: ChildProcess, exited: Promise<unknown>): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  // Fast shutdown: sessions are ended, data is flushed. The second signal does not flush data.
  server.kill('SIGINT');
  const impatience = setTimeout(() => server.kill('SIGQUIT'), STOP_DEADLINE);
  await exited;
  clearTimeout(impatience);
}

function run(program: string, flags: readonly string[], account: ServerAccount | undefined): ChildProcess {
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  // From '/': the current folder may be one that the server's account cannot enter.
  return spawn(program, flags, { ...account, env, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Collects the beginning of a program's output, which contains the reason of a failed start. */
function collect(program: ChildProcess): () => string {
  let printed = '';
  const add = (chunk: Buffer) => {
    if (printed.length < 20_000) printed += chunk.toString('utf8');
  };
  program.stdout?.on('data', add);
  program.stderr?.on('data', add);
  return () => printed.trim();
}
