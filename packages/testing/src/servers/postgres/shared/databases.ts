import { type RunningPostgres, startPostgres } from '../start-postgres.ts';
import { type Supervisor, startSupervisor } from '../supervisor.ts';
import { type Administrator, connectAdministrator } from './administrator.ts';
import { type DatabaseOrder, SHARED_USER, type SharedCluster, type SharedDatabase } from './shared-protocol.ts';

/** The databases of one server, which starts with the first of them. */
export interface Databases {
  /** Returns the data of a stopped server, for copying. */
  cluster(): Promise<SharedCluster>;
  create(order: DatabaseOrder): Promise<SharedDatabase>;
  /** Drops a database, unless sessions are still open on it: it then remains until the server stops. */
  release(database: SharedDatabase): Promise<void>;
  stop(): Promise<void>;
}

/** Maximum number of connections, for all concurrent test files. */
const MAX_CONNECTIONS = 500;

/** Creates {@link Databases}. The server starts on the first use. */
export function createDatabases(): Databases {
  let supervisor: Promise<Supervisor> | undefined;
  let server: Promise<{ readonly postgres: RunningPostgres; readonly administrator: Administrator }> | undefined;
  let made = 0;

  const start = async () => {
    const postgres = await startPostgres({ settings: { max_connections: MAX_CONNECTIONS } });
    return { postgres, administrator: await connectAdministrator(postgres) };
  };

  return {
    async cluster() {
      supervisor ??= startSupervisor({ user: SHARED_USER, settings: {} });
      const { data, password } = (await supervisor).response;
      return { data, password };
    },
    async create({ settings }) {
      server ??= start();
      const { postgres, administrator } = await server;
      made += 1;
      const database = `shared_${made}`;
      await administrator.query(`CREATE DATABASE ${database}`);
      for (const [name, value] of Object.entries(settings)) {
        await administrator.query(`ALTER DATABASE ${database} SET ${name} = '${value}'`);
      }
      return { port: postgres.port, password: postgres.password, database };
    },
    async release({ database }) {
      await (await server)?.administrator.query(`DROP DATABASE IF EXISTS ${database}`).catch(() => {});
    },
    async stop() {
      // The caller of the failed start already has the error.
      const running = await server?.catch(() => undefined);
      await running?.administrator.end();
      await running?.postgres.stop();
      await (await supervisor?.catch(() => undefined))?.stop();
    },
  };
}
