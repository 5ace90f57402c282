import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningPostgres, startPostgres } from '@portcullis/testing/postgres';
import pg from 'pg';

/** A PostgreSQL that can be crashed, and keeps its data. */
export interface Database {
  readonly port: number;
  /** Creates an empty database and returns its connection string. */
  next(): Promise<string>;
  /** Runs a statement as the administrator, on a new connection if the last one is closed. */
  ask(text: string): Promise<readonly Record<string, unknown>[]>;
  /**
   * Stops the server as `pg_ctl stop -m immediate` does, then starts it again. Sessions only get a FATAL, and nothing
   * is flushed.
   */
  restartImmediately(): Promise<void>;
  stop(): Promise<void>;
}

const START = { password: 'faults', durable: true, settings: { max_connections: 200 } } as const;

/** Starts the database. */
export async function startDatabase(): Promise<Database> {
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
  const ask: Database['ask'] = async (text) => (await (await connected()).query(text)).rows;

  return {
    port,
    ask,
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
