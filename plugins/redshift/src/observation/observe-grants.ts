import { literal, type Scalar, type Sql, sql } from '@portcullis/plugin-api';
import { isTrue } from '../connection/redshift-session.ts';
import type { Engine } from '../engine.ts';
import { MARKS_TABLE, METADATA_SCHEMA, siblingMark } from '../names/object-names.ts';
import { IMPERSONATION_PROCEDURES } from '../objects/impersonation-procedures.ts';
import { hasOwnMark } from '../objects/marks.ts';
import { OBJECT_KEYS } from '../objects/object-keys.ts';
import { ABSENT, type Observer, UNKNOWN } from './observation-request.ts';
import { isServiceAccount } from './observe-marked.ts';

const { impersonate, stop } = IMPERSONATION_PROCEDURES;

/** The value of a field that was not queried: none. */
const NO_VALUES: Readonly<Record<string, Scalar>> = {};

/**
 * Observes the grants with which the service account reads the marks. In a foreign registry, there are no such grants;
 * remaining privileges of the account on its schema are still revoked.
 */
export const observeRegistryAccess: Observer = async ({ session, engine, object, registry, account, signal }) => {
  // By the id of the table, because finding it by name needs the privilege that may be missing.
  const select =
    engine === 'postgresql'
      ? sql`EXISTS (SELECT 1 FROM pg_catalog.pg_class AS marks WHERE marks.relnamespace = space.oid AND marks.relname = ${literal(MARKS_TABLE)} AND has_table_privilege(listed.usename, marks.oid, 'select'))`
      : sql`NULL::boolean`;
  const registryMark = siblingMark(object.mark, object.key, OBJECT_KEYS.registry);
  const [row] = await session.query(
    sql`SELECT has_schema_privilege(listed.usename, space.nspname, 'usage') AS usage, ${select} AS reads, ${hasOwnMark(registryMark)} AS marked FROM pg_catalog.pg_user AS listed, pg_catalog.pg_namespace AS space WHERE listed.usename = ${literal(account)} AND space.nspname = ${literal(registry)}`,
    { signal },
  );
  if (!row) return ABSENT;
  const [usage, reads] = [isTrue(row.usage), isTrue(row.reads)];
  if (!isTrue(row.marked)) return { state: usage ? 'ours' : 'foreign' };
  if (!usage && !reads) return ABSENT;
  return { state: 'ours', values: { usage, ...(engine === 'postgresql' ? { select: reads } : NO_VALUES) } };
};

/** Returns the grants of a database to one account, or to all accounts (0). */
function hasGrant(grantee: Sql, privilege: 'CREATE' | 'TEMPORARY'): Sql {
  const grants = sql`aclexplode(coalesce(listed.datacl, acldefault('d', listed.datdba))) AS access`;
  return sql`EXISTS (SELECT 1 FROM ${grants} WHERE access.grantee = ${grantee} AND access.privilege_type = ${literal(privilege)})`;
}

const own = sql`account.usesysid`;
const everybody = sql`0`;

/**
 * The grants of the service account in the managed database, and those to all accounts. Amazon Redshift shows the
 * list of grants only to superusers: there the query reads the effective privileges.
 */
const DATABASE_GRANTS: Readonly<Record<Engine, Sql>> = {
  redshift: sql`has_database_privilege(account.usename, listed.datname, 'create') AS creates, has_database_privilege(account.usename, listed.datname, 'temporary') AS temporary`,
  postgresql: sql`${hasGrant(own, 'CREATE')} AS creates, ${hasGrant(own, 'TEMPORARY')} AS temporary, ${hasGrant(everybody, 'CREATE')} OR ${hasGrant(everybody, 'TEMPORARY')} AS everybody`,
};

/** Observes the privileges of the service account in the managed database, and those of all accounts. */
export const observeDatabasePrivileges: Observer = async ({ session, engine, database, account, signal }) => {
  const [row] = await session.query(
    sql`SELECT ${DATABASE_GRANTS[engine]} FROM pg_catalog.pg_user AS account, pg_catalog.pg_database AS listed WHERE account.usename = ${literal(account)} AND listed.datname = ${literal(database)}`,
    { signal },
  );
  const [create, temporary] = [isTrue(row?.creates), isTrue(row?.temporary)];
  if (engine === 'redshift') return create ? { state: 'ours', values: { create, temporary } } : ABSENT;
  return create || temporary
    ? { state: 'ours', values: { create, temporary, everybody: isTrue(row?.everybody) } }
    : ABSENT;
};

/**
 * The query for the roles that may use the schema of the procedures. Sources: "SVV_SCHEMA_PRIVILEGES"; PostgreSQL
 * manual, "aclexplode".
 */
const SCHEMA_GRANTEES: Readonly<Record<Engine, Sql>> = {
  redshift: sql`SELECT identity_name AS grantee FROM pg_catalog.svv_schema_privileges WHERE identity_type = 'role' AND privilege_type = 'USAGE' AND namespace_name = ${literal(METADATA_SCHEMA)}`,
  postgresql: sql`SELECT grantee.rolname AS grantee FROM pg_catalog.pg_namespace AS space, aclexplode(space.nspacl) AS access, pg_catalog.pg_roles AS grantee WHERE access.grantee = grantee.oid AND access.privilege_type = 'USAGE' AND space.nspname = ${literal(METADATA_SCHEMA)} AND access.grantee <> space.nspowner`,
};

/** The query for the number of procedures that a role may call without owning them. */
const CALLABLE = sql`SELECT count(DISTINCT made.oid) AS callable FROM pg_catalog.pg_proc AS made, pg_catalog.pg_namespace AS space, aclexplode(made.proacl) AS access WHERE made.pronamespace = space.oid AND space.nspname = ${literal(METADATA_SCHEMA)} AND made.proname IN (${literal(impersonate.name)}, ${literal(stop.name)}) AND access.privilege_type = 'EXECUTE' AND access.grantee NOT IN (0, made.proowner)`;

/** The query for the number of existing procedures. */
const EXISTING_PROCEDURES = sql`SELECT count(DISTINCT made.proname) AS made FROM pg_catalog.pg_proc AS made, pg_catalog.pg_namespace AS space WHERE made.pronamespace = space.oid AND space.nspname = ${literal(METADATA_SCHEMA)} AND made.proname IN (${literal(impersonate.name)}, ${literal(stop.name)})`;

/** Observes the grants that let the members of the role call the procedures. */
export const observeImpersonationAccess: Observer = async (request) => {
  const { session, engine, signal } = request;
  const usage = (await session.query(SCHEMA_GRANTEES[engine], { signal })).length > 0;
  // On Amazon Redshift, an account sees only its own privileges, so an empty result proves nothing. In place of the
  // grants of a script, the service account checks the procedures, because the script grants privileges right after
  // creating them.
  if (engine === 'redshift') {
    if (usage) return { state: 'ours', values: { usage } };
    if (request.object.desired.byScript !== true || !(await isServiceAccount(request))) return UNKNOWN;
    const [existing] = await session.query(EXISTING_PROCEDURES, { signal });
    return Number(existing?.made ?? 0) === 2 ? { state: 'ours' } : ABSENT;
  }
  const [row] = await session.query(CALLABLE, { signal });
  const callable = Number(row?.callable ?? 0);
  return usage || callable > 0 ? { state: 'ours', values: { usage, execute: callable === 2 } } : ABSENT;
};
