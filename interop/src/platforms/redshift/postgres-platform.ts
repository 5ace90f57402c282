import type { RealPlatform } from '@portcullis/testing';
import { type RunningPostgres, startPostgres } from '@portcullis/testing/postgres';
import { type ManualClient, openManualClient } from './manual-client.ts';

/** The name of the managed database in every config for this platform. */
export const MANAGED_DATABASE = 'governance';

/** A PostgreSQL in place of a Redshift cluster, with its administrator. */
export interface PostgresPlatform extends RealPlatform {
  readonly server: RunningPostgres;
  readonly admin: ManualClient;
}

/** Starts it. */
export async function startPostgresPlatform(): Promise<PostgresPlatform> {
  const server = await startPostgres();
  const admin = await openManualClient(server);
  const first = await look(server, admin);
  return {
    server,
    admin,
    look: () => look(server, admin),
    async make({ kind, name }) {
      if (kind === 'database') await admin.rows(`CREATE DATABASE ${quoted(name)}`);
      else if (kind === 'user') await admin.rows(`CREATE ROLE ${quoted(name)} LOGIN PASSWORD 'mine'`);
      else if (kind === 'role') await admin.rows(`CREATE ROLE ${quoted(name)}`);
      else return undefined;
      return `${kind === 'database' ? kind : 'role'} ${name}`;
    },
    clean: () => clean(server, admin, new Set(Object.keys(first))),
    async runScript(script, { confirms }) {
      const errors: string[] = [];
      for (const part of script.split(/^(?=-- == )/m).slice(1)) {
        const database = part.includes('the managed database') ? MANAGED_DATABASE : server.database;
        const client = await openManualClient(server, { database });
        errors.push(...(await client.runScript(confirms ? confirmed(part) : part)));
        await client.end();
      }
      return errors.length === 0 ? undefined : errors.join('\n');
    },
    async close() {
      await admin.end();
      await server.stop();
    },
  };
}

/** The administrator removes the comment before the statement that drops the database. */
function confirmed(part: string): string {
  return part.replaceAll(/^-- (DROP DATABASE .*;)$/gm, '$1');
}

/**
 * All roles and databases, and the contents of each database. Owners are given by name, because object ids differ
 * between runs.
 */
async function look(server: RunningPostgres, admin: ManualClient): Promise<Readonly<Record<string, unknown>>> {
  const roles = await admin.rows(
    `SELECT 'role ' || rolname AS entry, rolsuper, rolcreatedb, rolcreaterole, rolcanlogin,
      shobj_description(oid, 'pg_authid') AS comment FROM pg_roles`,
  );
  const databases = await admin.rows(
    `SELECT 'database ' || datname AS entry, datname, pg_get_userbyid(datdba) AS owner, coalesce(datacl, acldefault('d', datdba))::text AS acl,
      shobj_description(oid, 'pg_database') AS comment FROM pg_database WHERE datallowconn AND NOT datistemplate`,
  );
  const contents: Record<string, unknown>[] = [];
  for (const { datname } of databases) {
    const client = await openManualClient(server, { database: String(datname) });
    const prefixed = (rows: readonly Record<string, unknown>[]) =>
      rows.map(({ entry, ...row }) => ({ entry: `${datname} ${entry}`, ...row }));
    contents.push(...prefixed(await client.rows(SCHEMAS)), ...prefixed(await client.rows(OBJECTS)));
    await client.end();
  }
  return Object.fromEntries([...roles, ...databases, ...contents].map(({ entry, ...row }) => [String(entry), row]));
}

const SCHEMAS = `SELECT 'schema ' || nspname AS entry, pg_get_userbyid(nspowner) AS owner, coalesce(nspacl, acldefault('n', nspowner))::text AS acl
  FROM pg_namespace WHERE nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema'`;

const OBJECTS = `SELECT kind || ' ' || space.nspname || '.' || made.name AS entry, pg_get_userbyid(made.owner) AS owner, made.acl FROM (
    SELECT 'relation' AS kind, relname AS name, relnamespace AS space, relowner AS owner, coalesce(relacl, acldefault('r', relowner))::text AS acl
      FROM pg_class WHERE relkind IN ('r', 'v')
    UNION ALL SELECT 'routine', proname, pronamespace, proowner, coalesce(proacl, acldefault('f', proowner))::text FROM pg_proc
  ) AS made JOIN pg_namespace AS space ON space.oid = made.space
  WHERE space.nspname NOT LIKE 'pg\\_%' AND space.nspname <> 'information_schema'`;

async function clean(server: RunningPostgres, admin: ManualClient, kept: ReadonlySet<string>): Promise<void> {
  const left = Object.keys(await look(server, admin)).filter((entry) => !kept.has(entry));
  const namesOf = (kind: string) =>
    left.filter((entry) => entry.startsWith(`${kind} `)).map((entry) => quoted(entry.slice(kind.length + 1)));
  for (const database of namesOf('database')) await admin.rows(`DROP DATABASE ${database} WITH (FORCE)`);
  for (const schema of namesOf(`${server.database} schema`)) await admin.rows(`DROP SCHEMA ${schema} CASCADE`);
  for (const role of namesOf('role')) {
    await admin.rows(`DROP OWNED BY ${role}`);
    await admin.rows(`DROP ROLE ${role}`);
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
