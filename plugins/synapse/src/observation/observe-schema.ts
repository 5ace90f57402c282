import { literal, sql } from '@portcullis/plugin-api';
import { ABSENT, type Observer } from './observation-request.ts';
import { privilegeList } from './privilege-list.ts';

/** Observes a schema, which is ours if our user has privileges on it. */
export const observeSchema: Observer = async ({ session, object, blueprint, signal }) => {
  const [row] = await session.query(
    sql`SELECT space.schema_id AS id, owner.name AS owner FROM sys.schemas AS space LEFT JOIN sys.database_principals AS owner ON owner.principal_id = space.principal_id WHERE space.name = ${literal(object.name)}`,
    { signal },
  );
  if (!row) return ABSENT;
  const platformId = String(row.id);
  const held = await session.query(
    sql`SELECT held.permission_name AS privilege FROM sys.database_permissions AS held JOIN sys.schemas AS space ON space.schema_id = held.major_id JOIN sys.database_principals AS account ON account.principal_id = held.grantee_principal_id WHERE held.class = 3 AND held.state IN (N'G', N'W') AND space.name = ${literal(object.name)} AND account.sid = ${blueprint.accountId}`,
    { signal },
  );
  if (held.length === 0) return { state: 'foreign', platformId };
  return {
    state: 'ours',
    platformId,
    values: { owner: row.owner == null ? null : String(row.owner), privileges: privilegeList(held) },
  };
};
