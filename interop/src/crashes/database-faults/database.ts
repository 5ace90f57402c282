import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningPostgres, startPostgres } from '@portcullis/testing/postgres';
import pg from 'pg';

/** A server that can be crashed, and keeps its data. */
export interface Database {
  /** Creates an empty database and returns its connection string. */
  next(): Promise<string>;
  /** Ends sessions at random, at most the given number. Returns how many. */
  terminate(count: number): Promise<number>;
  /** Stops the server abruptly, so that nothing is flushed, and starts it again. */
  restartImmediately(): Promise<void>;
  stop(): Promise<void>;
}

/** A PostgreSQL that can be crashed: `restartImmediately` is `pg_ctl stop -m immediate`, and sessions get a FATAL. */
export interface PostgresFaultDatabase extends Database {
  readonly port: number;
}

/** The minimum age of a session that is ended, in milliseconds. Younger ones would never do any work. */
export const MIN_AGE_MS = 250;

const START = { password: 'faults', durable: true, settings: { max_connections: 200 } } as const;

/** Starts a PostgreSQL. */
export async function startPostgresDatabase(): Promise<PostgresFaultDatabase> {
  const parent = mkdtempSync(join(tmpdir(), 'portcullis-database-'));
  chmodSync(parent, 0o711);
  const folder = join(parent, 'kept');
  let server: RunningPostgres = await startPostgres({ ...START, folder });
  const { port } = server;
  let administrator: pg.Client | undefined;
  let count = 0;

  const connected = async (): Promise<pg.Client> => {
    if (administrator) return administrator;
    const client = new pg.Client({ connectionString: server.connectionString });
    const forget = (): void => {
      if (administrator === client) administrator = undefined;
    };
    client.on('error', forget).on('end', forget);
    await client.connect();
    administrator = client;
    return client;
  };
  /** Runs a statement as the administrator, on a new connection if the last one is closed. */
  const ask = async (text: string): Promise<readonly unknown[]> => (await (await connected()).query(text)).rows;

  return {
    port,
    async terminate(count) {
      const rows = await ask(`
        select pg_terminate_backend(pid) from pg_stat_activity
        where pid <> pg_backend_pid() and backend_type = 'client backend'
          and backend_start < now() - interval '${MIN_AGE_MS} ms' order by random() limit ${count}`);
      return rows.length;
    },
    async next() {
      count += 1;
      await ask(`create database faults_${count}`);
      const url = new URL(server.connectionString);
      url.pathname = `/faults_${count}`;
      return url.href;
    },
    async restartImmediately() {
      const [pid] = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n');
      process.kill(Number(pid), 'SIGQUIT');
      await server.stop();
      server = await startPostgres({ ...START, folder, port });
    },
    async stop() {
      await administrator?.end().catch(() => {});
      await server.stop();
      rmSync(parent, { recursive: true, force: true });
    },
  };
}
