import { ident, keyword, type ManagedObject, sql } from '@portcullis/plugin-api';
import { FEATURE } from '../features.ts';
import { POLICY_SCHEMA } from '../names/object-names.ts';
import type { Blueprint } from './blueprint.ts';
import { grantObject } from './grant-object.ts';
import { databaseGuard, impersonationRoleGuard, serviceUserGuard, systemRoleGuard } from './guards.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import {
  type AccountPrivilege,
  grantablePrivilege,
  grantableWarehouseUsage,
  importedPrivilege,
  ownership,
} from './privileges.ts';

/** The membership of the service user in the system role. */
export function roleMembership(blueprint: Blueprint): ManagedObject {
  const { systemRole, serviceUser, acting } = blueprint;
  return grantObject({
    key: OBJECT_KEYS.roleMembership,
    name: `role ${systemRole} to user ${serviceUser}`,
    role: acting.accounts,
    grant: [sql`GRANT ROLE ${ident(systemRole)} TO USER ${ident(serviceUser)}`],
    revoke: [sql`REVOKE ROLE ${ident(systemRole)} FROM USER ${ident(serviceUser)}`],
    within: OBJECT_KEYS.serviceUser,
    desired: { role: systemRole, user: serviceUser },
    needs: [ownership(`role ${systemRole}`, OBJECT_KEYS.systemRole, ['create', 'drop'])],
    why: 'The service acts as the system role.',
    guard: serviceUserGuard(blueprint),
  });
}

/** The privileges of the system role in the managed database. It owns the objects that it creates there. */
export function databaseUsage(blueprint: Blueprint): ManagedObject {
  const { database, systemRole, acting, features } = blueprint;
  const role = ident(systemRole);
  const option = features.workspaces ? sql` WITH GRANT OPTION` : sql``;
  const usage = sql`GRANT USAGE ON DATABASE ${ident(database)} TO ROLE ${role}${option}`;
  const withoutOption = sql`REVOKE GRANT OPTION FOR USAGE ON DATABASE ${ident(database)} FROM ROLE ${role} CASCADE`;
  const createSchema = sql`GRANT CREATE SCHEMA ON DATABASE ${ident(database)} TO ROLE ${role}`;
  return grantObject({
    key: OBJECT_KEYS.databaseUsage,
    name: `usage and create schema on database ${database} to role ${systemRole}`,
    role: acting.grants,
    grant: [usage, createSchema],
    revoke: [sql`REVOKE USAGE, CREATE SCHEMA ON DATABASE ${ident(database)} FROM ROLE ${role} CASCADE`],
    // The only documented way to revoke an option ("REVOKE <privileges>", GRANT OPTION FOR).
    change: (from) => [
      ...(from.grantOption === true && !features.workspaces ? [withoutOption] : []),
      ...(from.grantOption !== true && features.workspaces ? [usage] : []),
      ...(from.role === systemRole ? [] : [usage, createSchema]),
    ],
    restore: ({ grantOption, ...others }) => {
      if (Object.keys(others).length > 0) return undefined;
      return grantOption === true ? [sql`${usage} WITH GRANT OPTION`] : [withoutOption];
    },
    within: OBJECT_KEYS.database,
    desired: { role: systemRole, database, grantOption: features.workspaces },
    needs: [ownership(`database ${database}`, OBJECT_KEYS.database, ['create', 'alter', 'drop'])],
    why: features.workspaces
      ? 'The service creates its schemas and those of workspaces, and grants the roles of workspaces access to the database.'
      : 'The service creates and upgrades its own schemas in its own database, without privileged credentials.',
    guard: databaseGuard(blueprint),
  });
}

/** The privilege of the system role to run queries. */
export function warehouseUsage(blueprint: Blueprint): ManagedObject {
  const { warehouse, systemRole, acting, features } = blueprint;
  const role = ident(systemRole);
  const option = features.workspaces ? sql` WITH GRANT OPTION` : sql``;
  return grantObject({
    key: OBJECT_KEYS.warehouseUsage,
    name: `usage on warehouse ${warehouse} to role ${systemRole}`,
    role: acting.grants,
    grant: [sql`GRANT USAGE ON WAREHOUSE ${ident(warehouse)} TO ROLE ${role}${option}`],
    revoke: [sql`REVOKE USAGE ON WAREHOUSE ${ident(warehouse)} FROM ROLE ${role} CASCADE`],
    within: OBJECT_KEYS.systemRole,
    desired: { role: systemRole, warehouse, grantOption: features.workspaces },
    needs: [grantableWarehouseUsage(warehouse)],
    why: features.workspaces
      ? 'The service runs its queries on this warehouse, and grants it to the roles of workspaces.'
      : 'The service runs its queries on this warehouse. It may not change, start or stop it.',
    guard: systemRoleGuard(blueprint),
  });
}

/**
 * The grant, in manual mode, that makes the impersonation role visible to the service. A role is listed only for its
 * owner and its members, and the service is neither. As the owner of the schema, the service sees the roles with grants on it.
 * Without USAGE on the database, this grant permits no access. Sources: "SHOW ROLES", "SHOW GRANTS", "GRANT
 * <privileges>".
 */
export function impersonationVisibility(blueprint: Blueprint): ManagedObject {
  const { database, impersonationRole, acting } = blueprint;
  const [schema, role] = [ident(database, POLICY_SCHEMA), ident(impersonationRole)];
  return grantObject({
    key: OBJECT_KEYS.impersonationVisibility,
    name: `usage on schema ${database}.${POLICY_SCHEMA} to role ${impersonationRole}`,
    role: acting.grants,
    grant: [sql`GRANT USAGE ON SCHEMA ${schema} TO ROLE ${role}`],
    revoke: [sql`REVOKE USAGE ON SCHEMA ${schema} FROM ROLE ${role}`],
    within: OBJECT_KEYS.impersonationRole,
    desired: { schema: POLICY_SCHEMA, role: impersonationRole },
    feature: FEATURE.impersonation,
    needs: [{ name: 'MANAGE GRANTS', on: 'the account', operations: ['create', 'drop'] }],
    why: 'Shows the service that the role exists. It permits no access for its members, who cannot use the database.',
    guard: impersonationRoleGuard(blueprint),
  });
}

const SYSTEM_ROLE_PRIVILEGES = [
  'APPLY MASKING POLICY',
  'APPLY ROW ACCESS POLICY',
  'CREATE ROLE',
  'MANAGE GRANTS',
] as const;

/** A privilege on the account for the system role. */
export function accountGrant(
  blueprint: Blueprint,
  key: string,
  privilege: AccountPrivilege & (typeof SYSTEM_ROLE_PRIVILEGES)[number],
  why: string,
): ManagedObject {
  const { systemRole, acting } = blueprint;
  const words = keyword(privilege, SYSTEM_ROLE_PRIVILEGES);
  return grantObject({
    key,
    name: `${privilege.toLowerCase()} on the account to role ${systemRole}`,
    role: acting.grants,
    grant: [sql`GRANT ${words} ON ACCOUNT TO ROLE ${ident(systemRole)}`],
    revoke: [sql`REVOKE ${words} ON ACCOUNT FROM ROLE ${ident(systemRole)}`],
    within: OBJECT_KEYS.systemRole,
    desired: { role: systemRole },
    needs: [grantablePrivilege(privilege)],
    why,
    guard: systemRoleGuard(blueprint),
  });
}

/**
 * The privileges of the system role to read the account usage views. Source: "Account Usage", Enabling other roles to
 * use schemas in it.
 */
export function importedPrivileges(blueprint: Blueprint): ManagedObject {
  const { systemRole, acting, features } = blueprint;
  const used = [...(features.audit ? ['the query history'] : []), ...(features.lineage ? ['the access history'] : [])];
  return grantObject({
    key: OBJECT_KEYS.importedPrivileges,
    name: `imported privileges on database SNOWFLAKE to role ${systemRole}`,
    role: acting.imports,
    grant: [sql`GRANT IMPORTED PRIVILEGES ON DATABASE SNOWFLAKE TO ROLE ${ident(systemRole)}`],
    revoke: [sql`REVOKE IMPORTED PRIVILEGES ON DATABASE SNOWFLAKE FROM ROLE ${ident(systemRole)}`],
    within: OBJECT_KEYS.systemRole,
    desired: { role: systemRole },
    needs: [importedPrivilege()],
    feature: features.audit ? FEATURE.audit : FEATURE.lineage,
    why: `The service reads ${used.join(' and ')} of the account.`,
    guard: systemRoleGuard(blueprint),
  });
}
