import { sql } from '@portcullis/plugin-api';
import { isTrue, type RedshiftSession, type Row } from '../connection/redshift-session.ts';
import type { Engine } from '../engine.ts';

/** The privileges of a session's account on the whole cluster. */
export interface EffectivePrivileges {
  /** The account itself, for statements. */
  readonly name: string;
  readonly superuser: boolean;
  readonly createsDatabases: boolean;
  /** System privileges by name, held through roles; on PostgreSQL the attribute `CREATEROLE`. */
  readonly system: ReadonlySet<string>;
}

/** Reads the effective privileges of the account of a session. */
export async function effectivePrivileges(
  session: RedshiftSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<EffectivePrivileges> {
  const [row] = await session.query(
    sql`SELECT usename AS name, usesuper AS superuser, usecreatedb AS creates_databases FROM pg_catalog.pg_user WHERE usename = current_user`,
    { signal },
  );
  const superuser = isTrue(row?.superuser);
  return {
    name: String(row?.name ?? ''),
    superuser,
    createsDatabases: isTrue(row?.creates_databases),
    system: superuser ? new Set() : await systemPrivileges(session, engine, signal),
  };
}

async function systemPrivileges(
  session: RedshiftSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  if (engine === 'postgresql') {
    const rows = await session.query(
      sql`SELECT 'CREATEROLE' AS privilege FROM pg_catalog.pg_roles WHERE rolname = current_user AND rolcreaterole`,
      { signal },
    );
    return new Set(rows.map((row) => String(row.privilege)));
  }
  // Three queries, because one statement cannot combine these views with functions of the leader node.
  const own = await session.query(
    sql`SELECT role_name FROM pg_catalog.svv_user_grants WHERE user_name = current_user`,
    { signal },
  );
  const nested = await session.query(sql`SELECT role_name, granted_role_name FROM pg_catalog.svv_role_grants`, {
    signal,
  });
  const held = await session.query(
    sql`SELECT system_privilege, identity_name FROM pg_catalog.svv_system_privileges WHERE identity_type = 'role'`,
    { signal },
  );
  const roles = reachableRoles(
    own.map((row) => String(row.role_name)),
    nested,
  );
  return new Set(
    held.filter((row) => roles.has(String(row.identity_name))).map((row) => String(row.system_privilege).toUpperCase()),
  );
}

/** Returns all roles of an account, including roles that were granted to roles. */
function reachableRoles(own: readonly string[], grants: readonly Row[]): ReadonlySet<string> {
  const reached = new Set(own);
  // The iteration of a set includes elements that are added during it.
  for (const role of reached) {
    for (const grant of grants) if (grant.role_name === role) reached.add(String(grant.granted_role_name));
  }
  return reached;
}
