import { literal, sql } from '@portcullis/plugin-api';
import { userGuard } from '../objects/catalogs.ts';
import { effectivePrivileges } from './effective-privileges.ts';
import { ABSENT, type Observer, UNKNOWN } from './observation-request.ts';
import { isServiceAccount } from './observe-principals.ts';
import { privilegeList } from './privilege-list.ts';

/** Observes the privileges of the service account to create objects in the pool. */
export const observeDatabaseAccess: Observer = async ({ session, blueprint, object, signal }) => {
  const account = await session.query(userGuard(blueprint).ours, { signal });
  if (account.length === 0) return ABSENT;
  const held = await session.query(
    sql`SELECT held.permission_name AS privilege FROM sys.database_permissions AS held JOIN sys.database_principals AS account ON account.principal_id = held.grantee_principal_id WHERE held.class = 0 AND held.state IN (N'G', N'W') AND account.sid = ${blueprint.accountId}`,
    { signal },
  );
  const wanted = String(object.desired.privileges ?? '').split(', ');
  const relevant = held.filter(({ privilege }) => wanted.includes(String(privilege).trim()));
  return relevant.length === 0 ? ABSENT : { state: 'ours', values: { privileges: privilegeList(relevant) } };
};

/** Observes the grants that let the members of the role call the procedures. */
export const observeImpersonationAccess: Observer = async (request) => {
  const { session, blueprint, signal } = request;
  const rows = await session.query(
    sql`SELECT made.name FROM sys.database_permissions AS held JOIN sys.procedures AS made ON made.object_id = held.major_id JOIN sys.schemas AS space ON space.schema_id = made.schema_id JOIN sys.database_principals AS grantee ON grantee.principal_id = held.grantee_principal_id WHERE held.class = 1 AND held.state IN (N'G', N'W') AND held.permission_name = N'EXECUTE' AND space.name = ${literal(blueprint.procedureSchema)} AND grantee.name = ${literal(blueprint.role)}`,
    { signal },
  );
  if (rows.length > 0) return { state: 'ours', values: { execute: rows.length === 2 } };
  if (await isServiceAccount(request)) return ABSENT;
  // An account that may observe the role sees its privileges. An account that sees every role also knows if there is
  // none.
  for (const securable of [{ kind: 'ROLE', name: blueprint.role }, { kind: 'DATABASE' }] as const) {
    const held = await effectivePrivileges(session, securable, signal);
    if (held.has('VIEW DEFINITION')) return ABSENT;
  }
  return UNKNOWN;
};
