import { rmSync } from 'node:fs';
import { createGuardedFolder } from '../../guard/guard-servers.ts';
import { serveQuestions } from '../../shared/serve-questions.ts';
import { findMariaDb, NO_MARIADB } from '../find-mariadb.ts';
import { type MariaDbData, prepareData } from '../prepare-data.ts';
import { type RunningMariaDb, startMariaDb } from '../start-mariadb.ts';
import { SHARED_ADDRESS, type SharedMariaDbDatabase } from './shared-protocol.ts';

/** A MariaDB that this process shares. */
export interface SharedMariaDb {
  /** Stops the server, if one was needed, and removes all data. */
  stop(): Promise<void>;
}

/** Number of databases on a shared server, which are created with its data. */
const DATABASES = 100;
/** Maximum number of connections, for all concurrent test files. */
const MAX_CONNECTIONS = 500;

/**
 * Shares one MariaDB with the processes that this one starts afterwards. {@link openMariaDbDatabase} gives each caller its
 * own database there, and {@link startMariaDb} copies its data, which is faster than an initialisation. The server starts
 * with the first database. In Vitest, call this in a `globalSetup`.
 */
export async function shareMariaDb(): Promise<SharedMariaDb> {
  if (process.env[SHARED_ADDRESS]) return { async stop() {} };
  let prepared: Promise<MariaDbData> | undefined;
  let started: Promise<RunningMariaDb> | undefined;
  let given = 0;

  const prepare = (): Promise<MariaDbData> => {
    const program = findMariaDb();
    if (!program) throw new Error(NO_MARIADB);
    const names = Array.from({ length: DATABASES }, (_each, index) => `shared_${index + 1}`);
    prepared ??= prepareData(program, createGuardedFolder('portcullis-mariadb-'), names);
    return prepared;
  };
  const end = await serveQuestions(SHARED_ADDRESS, {
    data: async () => prepare(),
    async database(): Promise<SharedMariaDbDatabase> {
      await prepare();
      started ??= startMariaDb(findMariaDb() ?? '', { settings: [`--max-connections=${MAX_CONNECTIONS}`] });
      const { port, user, password } = await started;
      given += 1;
      return { port, user, password, database: `shared_${given}` };
    },
  });
  return {
    async stop() {
      end();
      // The caller of the failed start already has the error.
      await (await started?.catch(() => undefined))?.stop();
      const data = await prepared?.catch(() => undefined);
      if (data) rmSync(data.folder, { recursive: true, force: true });
    },
  };
}
