import { startPostgres } from '@portcullis/testing/postgres';
import { prepareTarget } from './prepare-target.ts';
import { type QueryTarget, queryTarget } from './query-target.ts';

/** The platform for set-ups of the examples: a separate PostgreSQL server. */
export interface DemoTarget {
  readonly host: string;
  readonly port: number;
  /** The existing database from which the managed one is created. */
  readonly initialDatabase: string;
  /** An account with exactly the privileges of the set-up. */
  readonly administrator: { readonly username: string; readonly password: string };
  /** The reason why the data is lost with the server, if it is. */
  readonly note?: string;
  /** Queries as the superuser, independently of the service. */
  readonly query: QueryTarget;
  stop(): Promise<void>;
}

/** Options of {@link startDemoTarget}. */
export interface DemoTargetOptions {
  /** The folder of the server's data. */
  readonly folder: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly superuserPassword: string;
  readonly administratorPassword: string;
}

/** The database and the account that are created for the demo. */
const INITIAL_DATABASE = 'dev';
const ADMINISTRATOR = 'setup_administrator';

/** Starts a PostgreSQL server on 127.0.0.1 that replaces a cluster. It is removed when this process ends in any way. */
export async function startDemoTarget(options: DemoTargetOptions): Promise<DemoTarget> {
  const { server, note } = await startServer(options);
  const administrator = { username: ADMINISTRATOR, password: options.administratorPassword };
  const query: QueryTarget = (text, database = server.database) => queryTarget(server, database, text);
  try {
    await prepareTarget(query, { initialDatabase: INITIAL_DATABASE, ...administrator });
  } catch (cause) {
    await server.stop();
    throw new Error(`the demo target cannot be prepared. To start over, delete ${options.folder}.`, { cause });
  }
  return {
    host: server.host,
    port: server.port,
    initialDatabase: INITIAL_DATABASE,
    administrator,
    ...(note === undefined ? {} : { note }),
    query,
    stop: () => server.stop(),
  };
}

/** Keeps the data if possible. */
async function startServer({ folder, port, superuserPassword }: DemoTargetOptions) {
  const common = { port, password: superuserPassword, durable: true };
  try {
    return { server: await startPostgres({ ...common, folder }), note: undefined };
  } catch (cause) {
    const { message } = cause as Error;
    if (message.includes('postmaster.pid')) throw new Error(`another example runs on ${folder}.`, { cause });
    if (!message.includes('cannot enter')) throw cause;
    const note =
      'its data is deleted when it stops: root may not run PostgreSQL, and other accounts cannot enter the data folder';
    return { server: await startPostgres(common), note };
  }
}
