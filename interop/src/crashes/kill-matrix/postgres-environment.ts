import { definePlugin } from '@portcullis/plugin-api';
import { type RunningPostgres, startPostgres } from '@portcullis/testing/postgres';
import pg from 'pg';
import { postgresFixture } from './fixtures.ts';
import { loadPlugin } from './plugin-list.ts';
import { secondVersion } from './second-version.ts';
import type { TestEnvironment } from './test-environment.ts';

/** Foreign objects that exist beforehand, with names like ours. */
const FOREIGN = [
  'CREATE ROLE gov_service_2 LOGIN',
  'CREATE ROLE gov_masks_2',
  'CREATE DATABASE gov_2',
  'GRANT gov_masks_2 TO gov_service_2',
  'CREATE SCHEMA portcullis_gov',
  'CREATE TABLE portcullis_gov.marks (mark text)',
];

const DATABASES = "SELECT datname FROM pg_database WHERE NOT datistemplate AND datname <> 'postgres' ORDER BY 1";
const ROLES = "SELECT rolname FROM pg_roles WHERE rolname NOT LIKE 'pg\\_%' AND NOT rolsuper ORDER BY 1";
const SCHEMAS = `SELECT nspname FROM pg_namespace
  WHERE nspname NOT LIKE 'pg\\_%' AND nspname NOT IN ('information_schema', 'public') ORDER BY 1`;

/** The compared parts of the server's state. Passwords are salted, and object ids are never reused. */
const OF_THE_SERVER = [
  'SELECT rolname, rolsuper, rolcreatedb, rolcreaterole, rolcanlogin FROM pg_roles ORDER BY 1',
  `SELECT r.rolname AS role, m.rolname AS member, a.admin_option FROM pg_auth_members a
    JOIN pg_roles r ON r.oid = a.roleid JOIN pg_roles m ON m.oid = a.member ORDER BY 1, 2`,
  'SELECT datname, pg_get_userbyid(datdba) AS owner, datacl::text FROM pg_database ORDER BY 1',
];
/** The contents of each database. */
const OF_A_DATABASE = [
  `SELECT nspname, pg_get_userbyid(nspowner) AS owner, nspacl::text FROM pg_namespace
    WHERE nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema' ORDER BY 1`,
  `SELECT n.nspname, c.relname, c.relkind, pg_get_userbyid(c.relowner) AS owner, c.relacl::text FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema' ORDER BY 1, 2`,
  `SELECT n.nspname, p.proname, pg_get_userbyid(p.proowner) AS owner, p.proacl::text, md5(p.prosrc) AS body FROM pg_proc p
    JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema' ORDER BY 1, 2`,
];

/** Starts a PostgreSQL for the Redshift plugin. */
export async function createPostgresEnvironment(): Promise<TestEnvironment> {
  const server = await startPostgres();
  const definition = await loadPlugin('redshift', { engine: 'postgresql' });
  const versions = { 1: definition, 2: secondVersion(definition, false) };
  return {
    platform: 'PostgreSQL',
    plugin: { name: 'redshift', platform: 'postgresql' },
    fixture: postgresFixture(definition, server),
    pluginFor: (version) => definePlugin(versions[version]),
    reset: () => reset(server),
    describe: () => describe(server),
    attach: () => () => waitForOtherSessions(server),
    close: () => server.stop(),
  };
}

async function query(
  { host, port, user, password }: RunningPostgres,
  database: string,
  work: (ask: (text: string) => Promise<readonly Record<string, unknown>[]>) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ host, port, user, password, database }).on('error', () => {});
  await client.connect();
  try {
    await work(async (text) => (await client.query(text)).rows);
  } finally {
    await client.end();
  }
}

async function reset(server: RunningPostgres): Promise<void> {
  await query(server, server.database, async (ask) => {
    for (const { datname } of await ask(DATABASES)) await ask(`DROP DATABASE ${quoted(datname)} WITH (FORCE)`);
    for (const { nspname } of await ask(SCHEMAS)) await ask(`DROP SCHEMA ${quoted(nspname)} CASCADE`);
    for (const { rolname } of await ask(ROLES)) await ask(`DROP OWNED BY ${quoted(rolname)}`);
    for (const { rolname } of await ask(ROLES)) await ask(`DROP ROLE ${quoted(rolname)}`);
    for (const statement of FOREIGN) await ask(statement);
  });
}

async function describe(server: RunningPostgres): Promise<string> {
  const lines: string[] = [];
  const databases: string[] = [server.database];
  await query(server, server.database, async (ask) => {
    for (const text of OF_THE_SERVER) lines.push(...(await ask(text)).map((row) => JSON.stringify(row)));
    databases.push(...(await ask(DATABASES)).map(({ datname }) => String(datname)));
  });
  for (const database of databases) {
    await query(server, database, async (ask) => {
      for (const text of OF_A_DATABASE)
        lines.push(...(await ask(text)).map((row) => JSON.stringify({ database, ...row })));
    });
  }
  return lines.join('\n');
}

/** The server notices the death of a process with a delay. */
async function waitForOtherSessions(server: RunningPostgres): Promise<void> {
  await query(server, server.database, async (ask) => {
    const others = "SELECT 1 FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()";
    while ((await ask(others)).length > 0) await ask('SELECT pg_sleep(0.01)');
  });
}

function quoted(name: unknown): string {
  return `"${String(name).replaceAll('"', '""')}"`;
}
