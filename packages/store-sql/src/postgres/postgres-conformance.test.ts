import { TABLES, type TableName } from '@portcullis/core';
import { type RunningPostgres, startPostgres } from '@portcullis/testing/postgres';
import { describeStore } from '@portcullis/testing/vitest';
import { Client } from 'pg';
import { afterAll, beforeAll, expect } from 'vitest';
import { createCompiler } from '../operations/compiler.ts';
import { createStatements } from '../operations/statements.ts';
import { SQL_TABLES } from '../schema/sql-table.ts';
import { createPostgresStore } from './create-postgres-store.ts';
import { POSTGRES_FLAVOUR } from './postgres-flavour.ts';

let server: RunningPostgres;
let admin: Client;

beforeAll(async () => {
  server = await startPostgres({ settings: { deadlock_timeout: '20ms' } });
  const first = new Client(server.connectionString).on('error', () => {});
  await first.connect();
  // A database that compares text by language: the store must always compare by bytes.
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
  return {
    create,
    createConcurrent: create,
    createAgain: create,
    async readsWholeTable(table, query) {
      const { sql, parameters } = createStatements(createCompiler(POSTGRES_FLAVOUR), POSTGRES_FLAVOUR).find(
        table,
        query,
      );
      // The planner scans empty tables even if they have an index; this setting shows the plan for large tables.
      await admin.query(`set search_path to ${admin.escapeIdentifier(schema)}; set enable_seqscan = off`);
      const { rows } = await admin.query(`explain ${sql}`, [...parameters]);
      return rows.some((row) => row['QUERY PLAN'].includes('Seq Scan'));
    },
    warn: (message) => expect.fail(message),
    dispose,
  };
});
