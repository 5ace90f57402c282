import { type PostgresServer, postgresServer } from '../postgres-server.ts';
import { startPostgres } from '../start-postgres.ts';
import { askShared } from './ask-shared.ts';
import { type DatabaseOrder, SHARED_USER, type SharedDatabase } from './shared-protocol.ts';

/** Options of {@link openPostgresDatabase}. */
export interface PostgresDatabaseOptions {
  /** Settings of its sessions, for example `{ deadlock_timeout: '20ms' }`. */
  readonly settings?: DatabaseOrder['settings'];
}

/** An empty database for one test file. */
export interface PostgresDatabase extends PostgresServer {
  /** Releases the database. End your sessions first. Calling it again does nothing. */
  stop(): Promise<void>;
}

/**
 * Opens an empty database for one caller: on the server that another process shares ({@link sharePostgres}), otherwise
 * on a separate server. Accounts, roles and other sessions belong to the server: a test that creates or ends them, or
 * stops the server, needs a separate one from {@link startPostgres}.
 *
 * @throws Error with the output of the server, when it does not start.
 */
export async function openPostgresDatabase(options: PostgresDatabaseOptions = {}): Promise<PostgresDatabase> {
  const { settings = {} } = options;
  const shared = await askShared<SharedDatabase>('database', { settings } satisfies DatabaseOrder);
  if (!shared) return startPostgres({ settings });
  let isOpen = true;
  return {
    ...postgresServer({ user: SHARED_USER, ...shared }),
    async stop() {
      if (isOpen) await askShared('release', shared);
      isOpen = false;
    },
  };
}
