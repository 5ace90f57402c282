import { literal, type Sql, sql } from '@portcullis/plugin-api';
import { isYes, type SynapseSession } from '../connection/synapse-session.ts';
import { LOGIN_MANAGER } from '../objects/privileges.ts';
import { effectivePrivileges } from './effective-privileges.ts';
import { ABSENT, type ObservationRequest, type Observer, UNKNOWN } from './observation-request.ts';

/** Observes the login in `master`. The service account observes its own sign-in instead. */
export const observeLogin: Observer = async (request) => {
  const { session, object, blueprint, signal } = request;
  if (!session.isMaster) return observeOwnLogin(request);
  const [row] = await session.query(
    sql`SELECT listed.name, listed.principal_id AS id, ${isOurs(blueprint.accountId, sql`listed.sid`)} AS ours FROM sys.sql_logins AS listed WHERE listed.name = ${literal(object.name)}`,
    { signal },
  );
  if (row) return observedPrincipal(row, {});
  return (await seesAllLogins(session, signal)) ? ABSENT : UNKNOWN;
};

/** Observes the login of the session: the sign-in proves that it exists, and its user has its SID. */
async function observeOwnLogin({ session, object, blueprint, signal }: ObservationRequest) {
  const [row] = await session.query(
    sql`SELECT SUSER_SNAME() AS name, ${isOurs(blueprint.accountId, sql`listed.sid`)} AS ours FROM sys.database_principals AS listed WHERE listed.name = USER_NAME()`,
    { signal },
  );
  return row && isSameName(row.name, object.name) ? observedPrincipal(row, {}) : UNKNOWN;
}

/** Observes the user, and whether it is a member of db_owner. */
export const observeUser: Observer = async (request) => {
  const { session, object, blueprint, signal } = request;
  const owner = sql`CASE WHEN EXISTS (SELECT 1 FROM sys.database_role_members AS link JOIN sys.database_principals AS holder ON holder.principal_id = link.role_principal_id WHERE holder.name = N'db_owner' AND link.member_principal_id = listed.principal_id) THEN 1 ELSE 0 END`;
  const [row] = await session.query(
    sql`SELECT listed.name, listed.principal_id AS id, listed.default_schema_name AS default_schema, ${isOurs(blueprint.accountId, sql`listed.sid`)} AS ours, ${owner} AS owner FROM sys.database_principals AS listed WHERE listed.name = ${literal(object.name)}`,
    { signal },
  );
  if (!row) return absentOrUnknown(session, signal);
  return observedPrincipal(row, { defaultSchema: textOf(row.default_schema), owner: isYes(row.owner) });
};

/** Observes the role, which is ours if our user owns it. */
export const observeRole: Observer = async (request) => {
  const { session, object, blueprint, signal } = request;
  const [row] = await session.query(
    sql`SELECT listed.name, listed.principal_id AS id, ${isOurs(blueprint.accountId, sql`account.sid`)} AS ours FROM sys.database_principals AS listed LEFT JOIN sys.database_principals AS account ON account.principal_id = listed.owning_principal_id WHERE listed.name = ${literal(object.name)}`,
    { signal },
  );
  if (row) return observedPrincipal(row, {});
  return (await isServiceAccount(request)) ? ABSENT : absentOrUnknown(session, signal);
};

/**
 * Returns whether the service account has opened the session. It owns our objects, and an owner sees its objects and
 * the grants on them, so an object that it does not see is not ours. Source: "Metadata visibility configuration".
 */
export async function isServiceAccount({ session, blueprint, signal }: ObservationRequest): Promise<boolean> {
  const [row] = await session.query(
    sql`SELECT ${isOurs(blueprint.accountId, sql`listed.sid`)} AS ours FROM sys.database_principals AS listed WHERE listed.name = USER_NAME()`,
    { signal },
  );
  return isYes(row?.ours);
}

function observedPrincipal(
  row: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, string | boolean | null>>,
) {
  const platformId = row.id == null ? {} : { platformId: String(row.id) };
  if (!isYes(row.ours)) return { state: 'foreign' as const, ...platformId };
  return { state: 'ours' as const, ...platformId, values: { name: String(row.name), ...values } };
}

function isOurs(accountId: Sql, column: Sql): Sql {
  return sql`CASE WHEN ${column} = ${accountId} THEN 1 ELSE 0 END`;
}

/**
 * Returns whether the account sees all logins: only the administrator and accounts that may create logins do. Source:
 * "sys.sql_logins", Permissions.
 */
async function seesAllLogins(session: SynapseSession, signal: AbortSignal): Promise<boolean> {
  const [row] = await session.query(
    sql`SELECT USER_NAME() AS account, IS_MEMBER(${literal(LOGIN_MANAGER)}) AS manages`,
    { signal },
  );
  return row?.account === 'dbo' || isYes(row?.manages);
}

/**
 * Returns `absent` or `unknown` for an unlisted user or role. Accounts without privileges see only themselves in the
 * list. Source: "sys.database_principals", Permissions.
 */
async function absentOrUnknown(session: SynapseSession, signal: AbortSignal) {
  const held = await effectivePrivileges(session, { kind: 'DATABASE' }, signal);
  return held.has('VIEW DEFINITION') ? ABSENT : UNKNOWN;
}

function isSameName(one: unknown, other: string): boolean {
  return String(one).toLowerCase() === other.toLowerCase();
}

function textOf(cell: unknown): string | null {
  return cell == null ? null : String(cell);
}
