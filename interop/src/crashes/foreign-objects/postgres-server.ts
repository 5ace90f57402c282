import { type RunningPostgres, startPostgres } from '@portcullis/testing/postgres';
import pg from 'pg';

/** One row of a response. */
type Row = Readonly<Record<string, unknown>>;
/** Queries one database. */
export type Query = (text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

/** A PostgreSQL server, with the access of its administrator. */
export interface PostgresServer {
  readonly running: RunningPostgres;
  /** Runs a function on one connection to a database. @default the initial one */
  on<Result>(database: string | undefined, work: (ask: Query) => Promise<Result>): Promise<Result>;
  /** Removes all objects that a run has created. */
  reset(): Promise<void>;
  /** Waits until no other session is left. */
  waitForOtherSessions(): Promise<void>;
  close(): Promise<void>;
}

const DATABASES = "SELECT datname FROM pg_database WHERE NOT datistemplate AND datname <> 'postgres'";
const ROLES = "SELECT rolname FROM pg_roles WHERE rolname NOT LIKE 'pg\\_%' AND NOT rolsuper";
const SCHEMAS = `SELECT nspname FROM pg_namespace
  WHERE nspname NOT LIKE 'pg\\_%' AND nspname NOT IN ('information_schema', 'public')`;
const OTHERS = "SELECT 1 FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()";

/** The account of another party. It may sign in, and owns the planted objects. */
export const INTRUDER = 'intruder';

/** Starts a server. */
export async function startServer(): Promise<PostgresServer> {
  const running = await startPostgres();
  const on: PostgresServer['on'] = async (database, work) => {
    const { host, port, user, password } = running;
    const client = new pg.Client({ host, port, user, password, database: database ?? running.database });
    client.on('error', () => {});
    await client.connect();
    try {
      return await work(async (text, values = []) => (await client.query(text, [...values])).rows);
    } finally {
      await client.end();
    }
  };
  return {
    running,
    on,
    reset: () =>
      on(undefined, async (ask) => {
        for (const { datname } of await ask(DATABASES)) await ask(`DROP DATABASE ${quoted(datname)} WITH (FORCE)`);
        for (const { nspname } of await ask(SCHEMAS)) await ask(`DROP SCHEMA ${quoted(nspname)} CASCADE`);
        const roles = await ask(ROLES);
        for (const { rolname } of roles) await ask(`DROP OWNED BY ${quoted(rolname)}`);
        for (const { rolname } of roles) await ask(`DROP ROLE ${quoted(rolname)}`);
        await ask(`CREATE ROLE ${INTRUDER} LOGIN CREATEDB`);
      }),
    waitForOtherSessions: () =>
      on(undefined, async (ask) => {
        while ((await ask(OTHERS)).length > 0) await ask('SELECT pg_sleep(0.01)');
      }),
    close: () => running.stop(),
  };
}

/** Quotes a name. */
export function quoted(name: unknown): string {
  return `"${String(name).replaceAll('"', '""')}"`;
}
