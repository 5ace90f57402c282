import { serveQuestions } from '../../shared/serve-questions.ts';
import { createDatabases } from './databases.ts';
import { SHARED_ADDRESS } from './shared-protocol.ts';

/** A PostgreSQL that this process shares. */
export interface SharedPostgres {
  /** Stops the server, if one was needed, and removes all data. */
  stop(): Promise<void>;
}

/**
 * Shares one PostgreSQL with the processes that this one starts afterwards. {@link openPostgresDatabase} gives each
 * caller its own database there, and {@link startPostgres} copies its data, which is faster than an initialisation.
 * The server starts with the first database.
 *
 * A test runner calls this once, before it starts its workers; in Vitest, call it in a `globalSetup`. If another
 * process already shares a PostgreSQL, that one is used. Like {@link startPostgres}, it leaves nothing behind, even if
 * this process crashes.
 */
export async function sharePostgres(): Promise<SharedPostgres> {
  if (process.env[SHARED_ADDRESS]) return { async stop() {} };
  const databases = createDatabases();
  const end = await serveQuestions(SHARED_ADDRESS, {
    cluster: databases.cluster,
    database: databases.create,
    release: databases.release,
  });
  return {
    async stop() {
      end();
      await databases.stop();
    },
  };
}
