import { findMariaDb, NO_MARIADB } from '../find-mariadb.ts';
import { startMariaDb } from '../start-mariadb.ts';
import { askSharedMariaDb, type SharedMariaDbDatabase } from './shared-protocol.ts';

/** An empty database for one test file. */
export interface MariaDbDatabase extends SharedMariaDbDatabase {
  readonly host: '127.0.0.1';
  /** `mariadb://user:password@host:port/database` */
  readonly connectionString: string;
  /** Releases the database. End your sessions first. */
  stop(): Promise<void>;
}

/**
 * Opens an empty database for one caller: on the server that another process shares ({@link shareMariaDb}), otherwise on a
 * separate server.
 *
 * @throws Error if this machine has no MariaDB, or with the output of the server, when it does not start.
 */
export async function openMariaDbDatabase(): Promise<MariaDbDatabase> {
  const shared = await askSharedMariaDb<SharedMariaDbDatabase>('database');
  if (shared) return { ...described(shared), async stop() {} };
  const program = findMariaDb();
  if (!program) throw new Error(NO_MARIADB);
  const { port, user, password, stop } = await startMariaDb(program, { databases: ['portcullis'] });
  return { ...described({ port, user, password, database: 'portcullis' }), stop };
}

function described(database: SharedMariaDbDatabase): Omit<MariaDbDatabase, 'stop'> {
  const { user, password, port, database: name } = database;
  const host = '127.0.0.1';
  return { ...database, host, connectionString: `mariadb://${user}:${password}@${host}:${port}/${name}` };
}
