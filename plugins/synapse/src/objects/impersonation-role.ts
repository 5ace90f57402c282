import { ident, literal, type ManagedObject, type Scalar, type Sql, type Step, sql } from '@portcullis/plugin-api';
import { IMPERSONATION } from '../features.ts';
import { STAGE } from '../stages.ts';
import type { Blueprint } from './blueprint.ts';
import { roleGuard } from './catalogs.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { controlDatabase } from './privileges.ts';
import { ALREADY_GONE } from './tolerated-failures.ts';

/** The role whose members may query as other users. Administrators grant it. */
export function impersonationRole(blueprint: Blueprint): ManagedObject {
  const { role, account, database } = blueprint;
  return {
    key: OBJECT_KEYS.impersonationRole,
    kind: 'role',
    name: role,
    scope: 'database',
    by: 'setup',
    stage: STAGE.pool,
    create: [{ text: sql`CREATE ROLE ${ident(role)} AUTHORIZATION ${ident(account)}` }],
    alter: (from) => renameSteps(blueprint, from),
    drop: dropRole(role),
    desired: { name: role },
    // The owner of a role cannot be dropped.
    blocks: [OBJECT_KEYS.user],
    reversible: false,
    feature: IMPERSONATION,
    needs: [controlDatabase(database)],
    why: 'Only its members may query as another user. The administrators of the pool add users to it. The service account owns it, which shows that it was created for this integration.',
    guard: roleGuard(blueprint),
    absentTest: { id: 'impersonation-role-absent', name: 'Validate Automatic: Impersonation Role Does Not Exist' },
    presentTest: { id: 'impersonation-role-present', name: 'Validate Manual: Impersonation Role Exists' },
  };
}

/** Returns the steps that remove a role, regardless of its members. */
export function dropRole(role: string): readonly Step[] {
  return [{ text: dropMembers(role) }, { text: sql`DROP ROLE ${ident(role)}`, succeedOn: ALREADY_GONE }];
}

/**
 * Returns the loop that removes all members. Only a role without members can be dropped ("DROP ROLE"), and only a
 * procedure removes members in a pool ("sp_droprolemember").
 */
function dropMembers(role: string): Sql {
  const members = sql`
    sys.database_role_members AS link
            JOIN sys.database_principals AS listed ON listed.principal_id = link.role_principal_id
            JOIN sys.database_principals AS member ON member.principal_id = link.member_principal_id
            WHERE listed.name = ${literal(role)}`;
  return sql`
    DECLARE @member nvarchar(128);
    WHILE EXISTS (SELECT 1 FROM ${members})
    BEGIN
        SET @member = (
            SELECT TOP (1) member.name FROM ${members});
        EXEC sp_droprolemember ${literal(role)}, @member;
    END`;
}

/** Returns a rename that checks its own condition, so that a script may run twice. */
function renameSteps({ role, accountId }: Blueprint, { name }: Readonly<Record<string, Scalar>>): readonly Step[] {
  if (typeof name !== 'string' || name === role) return [];
  const isPending = sql`EXISTS (SELECT 1 FROM sys.database_principals AS listed JOIN sys.database_principals AS account ON account.principal_id = listed.owning_principal_id WHERE listed.name = ${literal(name)} AND account.sid = ${accountId})`;
  return [{ text: sql`IF ${isPending} ALTER ROLE ${ident(name)} WITH NAME = ${ident(role)}` }];
}
