import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { createGuardedFolder, guardServer } from '../guard/guard-servers.ts';
import { commonOptions, FAST_OPTIONS, type MariaDbData, prepareData } from './prepare-data.ts';
import { askSharedMariaDb } from './shared/shared-protocol.ts';

/** Options of a {@link startMariaDb} server. */
export interface MariaDbOptions {
  /** True if commits wait for the disk, as in production. @default false */
  readonly durable?: boolean;
  /** Further options of the command line, such as `['--max-connections=500']`. @default none */
  readonly settings?: readonly string[];
  /** Empty databases to create. @default none */
  readonly databases?: readonly string[];
}

/** A MariaDB that this process has started, on 127.0.0.1. */
export interface RunningMariaDb {
  readonly host: '127.0.0.1';
  readonly port: number;
  /** An account with every privilege. */
  readonly user: string;
  readonly password: string;
  /** Ends it abruptly, like a power cut. Without `durable`, the last commits are lost. */
  kill(): Promise<void>;
  /** Starts it again, on the same port and data. */
  start(): Promise<void>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

/**
 * Starts a real MariaDB on fresh data. It ends with this process, even if a signal ends that. If a process shares its
 * MariaDB with this one and no databases are given, the data are a copy.
 *
 * @param program - its path, as {@link findMariaDb} finds it.
 * @throws Error with the output of the server, if it does not start.
 */
export async function startMariaDb(
  program: string,
  { durable = false, settings = [], databases = [] }: MariaDbOptions = {},
): Promise<RunningMariaDb> {
  const folder = createGuardedFolder('portcullis-mariadb-');
  const { user, password } = await makeData(program, folder, databases);
  const port = await freePort();
  let server: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    server = spawn(program, [
      ...commonOptions(folder),
      '--bind-address=127.0.0.1',
      `--port=${port}`,
      `--socket=${join(folder, 's')}`,
      `--pid-file=${join(folder, 'pid')}`,
      '--skip-name-resolve',
      // The default ends sessions of tests on a busy machine before they have sent their password.
      '--connect-timeout=120',
      ...(durable ? ['--innodb-flush-log-at-trx-commit=1'] : FAST_OPTIONS),
      ...settings,
    ]);
    guardServer(server);
    await untilReady(server);
  };
  const kill = async (): Promise<void> => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, 'exit');
    server.kill('SIGKILL');
    await exited;
  };
  await start();
  return {
    host: '127.0.0.1',
    port,
    user,
    password,
    kill,
    start,
    async stop() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Creates the data of a server, or copies those that exist already, which is faster. */
async function makeData(
  program: string,
  folder: string,
  databases: readonly string[],
): Promise<Pick<MariaDbData, 'user' | 'password'>> {
  const shared = databases.length > 0 ? undefined : await askSharedMariaDb<MariaDbData>('data');
  if (!shared) return prepareData(program, folder, databases);
  cpSync(join(shared.folder, 'data'), join(folder, 'data'), { recursive: true });
  mkdirSync(join(folder, 'temporary'));
  return shared;
}

async function untilReady(server: ChildProcess): Promise<void> {
  let printed = '';
  // The pipe stays open: a server whose messages go nowhere may end.
  for await (const chunk of server.stderr?.iterator({ destroyOnReturn: false }) ?? []) {
    printed += String(chunk);
    if (printed.includes('ready for connections')) {
      server.stderr?.resume();
      return;
    }
  }
  throw new Error(`MariaDB did not start: ${printed.slice(-2000)}`);
}
