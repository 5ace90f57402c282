import type { PostgresServer } from './postgres-server.ts';
import type { Target } from './targets.ts';

/** The compared parts of a foreign object: its id, owner, rights, content, and dependent objects. */
export async function fingerprintOf(server: PostgresServer, target: Target): Promise<string> {
  const { kind, name, database, schema } = target;
  const lines = async (place: string | undefined, queries: readonly string[], values: readonly string[]) =>
    server.on(place, async (ask) => {
      const found: string[] = [];
      for (const query of queries) found.push(...(await ask(query, values)).map((row) => JSON.stringify(row)));
      return found.join('\n');
    });
  if (kind === 'role' || kind === 'user') return lines(undefined, OF_A_ROLE, [name]);
  if (kind === 'database') {
    const own = await lines(undefined, OF_A_DATABASE, [name]);
    return own === '' ? '' : `${own}\n${await lines(name, OF_ITS_CONTENTS, [])}`;
  }
  if (database !== undefined && !(await exists(server, database))) return '';
  if (kind === 'schema') return lines(database, OF_A_SCHEMA, [name]);
  if (kind === 'table') return lines(database, OF_A_TABLE, [schema ?? '', name]);
  return lines(database, OF_A_PROCEDURE, [schema ?? '', name]);
}

/** Returns whether a database exists. */
export async function exists(server: PostgresServer, database: string): Promise<boolean> {
  const rows = await server.on(undefined, (ask) => ask('SELECT 1 FROM pg_database WHERE datname = $1', [database]));
  return rows.length > 0;
}

/** The rows of every table that a condition selects. */
const rowsOf = (condition: string): string =>
  `SELECT nspname, relname, query_to_xml(format('SELECT * FROM %I.%I', nspname, relname), true, true, '')::text AS rows
    FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace WHERE relkind = 'r' AND ${condition} ORDER BY 1, 2`;

/**
 * Grants to a role and objects of it are its dependants; sign-in state is part of the row. Rights that were never
 * granted are compared as the default rights, because a REVOKE without effect stores those.
 */
const OF_A_ROLE = [
  'SELECT oid::text, rolname, rolsuper, rolcreatedb, rolcreaterole, rolcanlogin, rolconnlimit, rolpassword FROM pg_authid WHERE rolname = $1',
  'SELECT roleid::text, member::text, admin_option FROM pg_auth_members JOIN pg_roles ON pg_roles.oid IN (roleid, member) WHERE rolname = $1 ORDER BY 1, 2',
  "SELECT dbid::text, classid::text, objid::text, deptype FROM pg_shdepend JOIN pg_roles ON pg_roles.oid = refobjid WHERE rolname = $1 AND refclassid = 'pg_authid'::regclass ORDER BY 1, 2, 3",
];
const OF_A_DATABASE = [
  "SELECT oid::text, datname, pg_get_userbyid(datdba) AS owner, coalesce(datacl, acldefault('d', datdba))::text AS acl, datallowconn, datconnlimit FROM pg_database WHERE datname = $1",
];
const OF_ITS_CONTENTS = [
  "SELECT oid::text, nspname, pg_get_userbyid(nspowner) AS owner, coalesce(nspacl, acldefault('n', nspowner))::text AS acl FROM pg_namespace WHERE nspname NOT LIKE 'pg\\_%' ORDER BY 1",
  "SELECT c.oid::text, relname, pg_get_userbyid(relowner) AS owner, coalesce(relacl, acldefault('r', relowner))::text AS acl FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema' ORDER BY 1",
  "SELECT p.oid::text, proname, pg_get_userbyid(proowner) AS owner, coalesce(proacl, acldefault('f', proowner))::text AS acl FROM pg_proc p JOIN pg_namespace n ON n.oid = pronamespace WHERE nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema' ORDER BY 1",
  rowsOf("nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema'"),
];
const OF_A_SCHEMA = [
  "SELECT oid::text, nspname, pg_get_userbyid(nspowner) AS owner, coalesce(nspacl, acldefault('n', nspowner))::text AS acl FROM pg_namespace WHERE nspname = $1",
  "SELECT c.oid::text, relname, pg_get_userbyid(relowner) AS owner, coalesce(relacl, acldefault('r', relowner))::text AS acl FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname = $1 ORDER BY 1",
  rowsOf('nspname = $1'),
];
const OF_A_TABLE = [
  "SELECT c.oid::text, relname, relfilenode::text, pg_get_userbyid(relowner) AS owner, coalesce(relacl, acldefault('r', relowner))::text AS acl FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname = $1 AND relname = $2",
  'SELECT attname, atttypid::text, attacl::text FROM pg_attribute JOIN pg_class c ON c.oid = attrelid JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname = $1 AND relname = $2 AND attnum > 0 ORDER BY attnum',
  rowsOf('nspname = $1 AND relname = $2'),
];
const OF_A_PROCEDURE = [
  "SELECT p.oid::text, proname, pg_get_userbyid(proowner) AS owner, coalesce(proacl, acldefault('f', proowner))::text AS acl, prosrc FROM pg_proc p JOIN pg_namespace n ON n.oid = pronamespace WHERE nspname = $1 AND proname = $2 ORDER BY 1",
];
