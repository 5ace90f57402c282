import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findMariaDb, startMariaDb } from '@portcullis/testing/mariadb';
import { startPostgres } from '@portcullis/testing/postgres';
import { createConnection } from 'mysql2/promise';
import pg from 'pg';
import type { StoreOrder } from './victim-protocol.ts';

/** Fresh stores of one kind. */
export interface StoreSupply {
  readonly kind: StoreOrder['kind'];
  next(): Promise<StoreOrder>;
  close(): Promise<void>;
}

/** A new SQLite file each time. */
export function createSqliteSupply(): StoreSupply {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-kill-'));
  let count = 0;
  return {
    kind: 'sqlite',
    async next() {
      count += 1;
      return { kind: 'sqlite', file: join(folder, `${count}.sqlite`) };
    },
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A new database on a separate PostgreSQL each time. */
export async function createPostgresSupply(): Promise<StoreSupply> {
  const server = await startPostgres();
  let count = 0;
  return {
    kind: 'postgresql',
    async next() {
      count += 1;
      const client = new pg.Client({ connectionString: server.connectionString }).on('error', () => {});
      await client.connect();
      if (count > 1) await client.query(`DROP DATABASE IF EXISTS store_${count - 1} WITH (FORCE)`);
      await client.query(`CREATE DATABASE store_${count}`);
      await client.end();
      const url = new URL(server.connectionString);
      url.pathname = `/store_${count}`;
      return { kind: 'postgresql', connectionString: url.href };
    },
    close: () => server.stop(),
  };
}

/**
 * A new database on a separate MariaDB each time, whose commits wait for the disk. Undefined if this machine has no
 * MariaDB.
 */
export async function createMariaDbSupply(): Promise<StoreSupply | undefined> {
  const program = findMariaDb();
  if (program === undefined) return undefined;
  const server = await startMariaDb(program, { durable: true });
  const { user, password, host, port } = server;
  let count = 0;
  return {
    kind: 'mariadb',
    async next() {
      count += 1;
      const client = await createConnection({ host, port, user, password });
      if (count > 1) await client.query(`DROP DATABASE IF EXISTS store_${count - 1}`);
      await client.query(`CREATE DATABASE store_${count}`);
      await client.end();
      return { kind: 'mariadb', connectionString: `mariadb://${user}:${password}@${host}:${port}/store_${count}` };
    },
    close: () => server.stop(),
  };
}
