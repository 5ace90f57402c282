import { findMariaDb, startMariaDb } from '@portcullis/testing/mariadb';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { type Database, MIN_AGE_MS } from './database.ts';

/**
 * Starts a MariaDB whose commits wait for the disk, and which is killed (SIGKILL) to restart it. Undefined if this machine has
 * none.
 */
export async function startMariaDbDatabase(): Promise<Database | undefined> {
  const program = findMariaDb();
  if (program === undefined) return undefined;
  const server = await startMariaDb(program, { durable: true, settings: ['--max-connections=200'] });
  const { host, port, user, password } = server;
  let administrator: Connection | undefined;
  let count = 0;
  const firstSeen = new Map<number, number>();

  /** Runs a statement as the administrator, on a new connection if the last one is closed. */
  const ask = async (text: string): Promise<readonly RowDataPacket[]> => {
    administrator ??= await createConnection({ host, port, user, password });
    const [rows] = await administrator.query<RowDataPacket[]>(text);
    return rows;
  };

  return {
    async next() {
      count += 1;
      await ask(`create database faults_${count}`);
      return `mariadb://${user}:${password}@${host}:${port}/faults_${count}`;
    },
    async terminate(most) {
      const rows = await ask(`
        select id from information_schema.processlist where id <> connection_id() and db like 'faults%' order by rand()`);
      const now = performance.now();
      // The server does not tell the age of a session.
      for (const { id } of rows) if (!firstSeen.has(id)) firstSeen.set(id, now);
      const old = rows.filter(({ id }) => now - (firstSeen.get(id) ?? now) > MIN_AGE_MS).slice(0, most);
      // A session that has ended meanwhile cannot be ended.
      for (const { id } of old) await ask(`kill ${id}`).catch(() => {});
      return old.length;
    },
    async restartImmediately() {
      administrator?.destroy();
      administrator = undefined;
      await server.kill();
      await server.start();
    },
    async stop() {
      await administrator?.end().catch(() => {});
      await server.stop();
    },
  };
}
