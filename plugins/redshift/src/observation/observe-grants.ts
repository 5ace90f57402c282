import { literal, type Sql, sql } from '@portcullis/plugin-api';
import { isTrue } from '../connection/redshift-session.ts';
import type { Engine } from '../engine.ts';
import { METADATA_SCHEMA } from '../names/object-names.ts';
import { ABSENT, type Observer, type Seen, UNKNOWN } from './look.ts';

const GRANTED: Seen = { state: 'ours' };

/** Looks at what lets the service account read the marks. */
export const observeRegistryAccess: Observer = async (look) => {
  const { registry, account } = look;
  const [row] = await look.session.query(
    sql`SELECT has_schema_privilege(listed.usename, space.nspname, 'usage') AS granted FROM pg_catalog.pg_user AS listed, pg_catalog.pg_namespace AS space WHERE listed.usename = ${literal(account)} AND space.nspname = ${literal(registry)}`,
    { signal: look.signal },
  );
  return isTrue(row?.granted) ? GRANTED : ABSENT;
};

/** Looks at what the service account may do in the managed database. */
export const observeDatabasePrivileges: Observer = async ({ session, database, account, signal }) => {
  const [row] = await session.query(
    sql`SELECT has_database_privilege(account.usename, listed.datname, 'create') AS creates, has_database_privilege(account.usename, listed.datname, 'temporary') AS temporary FROM pg_catalog.pg_user AS account, pg_catalog.pg_database AS listed WHERE account.usename = ${literal(account)} AND listed.datname = ${literal(database)}`,
    { signal },
  );
  if (!isTrue(row?.creates)) return ABSENT;
  return { ...GRANTED, values: { create: true, temporary: isTrue(row?.temporary) } };
};

/** The roles that may use the schema of the procedures. Sources: "SVV_SCHEMA_PRIVILEGES"; PostgreSQL manual, "aclexplode". */
const USERS_OF_SCHEMA: Readonly<Record<Engine, Sql>> = {
  redshift: sql`SELECT identity_name AS grantee FROM pg_catalog.svv_schema_privileges WHERE identity_type = 'role' AND privilege_type = 'USAGE' AND namespace_name = ${literal(METADATA_SCHEMA)}`,
  postgresql: sql`SELECT grantee.rolname AS grantee FROM pg_catalog.pg_namespace AS space, aclexplode(space.nspacl) AS access, pg_catalog.pg_roles AS grantee WHERE access.grantee = grantee.oid AND access.privilege_type = 'USAGE' AND space.nspname = ${literal(METADATA_SCHEMA)} AND access.grantee <> space.nspowner`,
};

/** Looks at what lets the members of the role call the procedures. */
export const observeImpersonationAccess: Observer = async ({ session, engine, signal }) => {
  const rows = await session.query(USERS_OF_SCHEMA[engine], { signal });
  if (rows.length > 0) return GRANTED;
  // On Amazon Redshift an account sees its own privileges only, so nothing seen says nothing.
  return engine === 'redshift' ? UNKNOWN : ABSENT;
};
