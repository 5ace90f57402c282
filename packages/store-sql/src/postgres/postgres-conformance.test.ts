import { TABLES, type TableName } from '@portcullis/core';
import { type RunningPostgres, startPostgres } from '@portcullis/testing/postgres';
import { describeStore } from '@portcullis/testing/vitest';
import { Client } from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { SQL_TABLES } from '../schema/sql-table.ts';
import { createPostgresStore } from './create-postgres-store.ts';

let server: RunningPostgres;
let admin: Client;

beforeAll(async () => {
  server = await startPostgres({ settings: { deadlock_timeout: '20ms' } });
  const first = new Client(server.connectionString).on('error', () => {});
  await first.connect();
  // This server compares text by language, not by bytes: the store must not depend on it.
  await first.query("create database people template template0 locale_provider icu icu_locale 'en-US'");
  await first.end();
  admin = new Client({ ...connection() }).on('error', () => {});
  await admin.connect();
});

afterAll(async () => {
  await admin?.end();
  await server?.stop();
});

function connection() {
  const { host, port, user, password } = server;
  return { host, port, user, password, database: 'people' };
}

describeStore('PostgreSQL', () => {
  const schema = 'the "store"';
  const create = () => createPostgresStore({ pool: { ...connection(), max: 12 }, schema });
  async function dispose() {
    const names = (Object.keys(TABLES) as TableName[]).map((table) => SQL_TABLES[table].name);
    const tables = names.map((name) => `${admin.escapeIdentifier(schema)}.${name}`);
    await admin.query(tables.map((table) => `delete from ${table}`).join(';'));
  }
  return { create, createConcurrent: create, createAgain: create, dispose };
});
