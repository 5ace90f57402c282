import { ident, literal, type ManagedObject, type Scalar, type Step, sql } from '@portcullis/plugin-api';
import { FEATURE } from '../features.ts';
import { ACCOUNT_STAGE } from '../stages.ts';
import type { Blueprint } from './blueprint.ts';
import { impersonationRoleGuard, systemRoleGuard } from './guards.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { accountPrivilege, ownership } from './privileges.ts';
import { ALREADY_GONE } from './tolerated-failures.ts';

/** The acting role of the service. It owns the contents of the managed database. */
export function systemRole(blueprint: Blueprint): ManagedObject {
  return {
    ...markedRole(blueprint, OBJECT_KEYS.systemRole, blueprint.systemRole),
    // The account that drops a role becomes the owner of its objects ("DROP ROLE"), so the database with its contents
    // is dropped first.
    dropAfter: [OBJECT_KEYS.database],
    why: 'Has exactly the privileges of the service; only the service is a member.',
    guard: systemRoleGuard(blueprint),
    absentTest: {
      id: 'system-role-absent',
      name: 'Validate Automatic: System Role Does Not Exist',
      after: 'table-grants-role-prefix',
    },
    presentTest: { id: 'system-role-present', name: 'Validate Manual: System Role Exists' },
  };
}

/** The role whose members may query as other users. Administrators grant it. */
export function impersonationRole(blueprint: Blueprint): ManagedObject {
  return {
    ...markedRole(blueprint, OBJECT_KEYS.impersonationRole, blueprint.impersonationRole),
    desired: { name: blueprint.impersonationRole, ...(blueprint.mode === 'manual' ? { visible: true } : {}) },
    dropAfter: [OBJECT_KEYS.database],
    feature: FEATURE.impersonation,
    why: 'Only its members may query as another user. The administrators of the account grant it.',
    guard: impersonationRoleGuard(blueprint),
    absentTest: {
      id: 'impersonation-role-absent',
      name: 'Validate Automatic: Impersonation Role Does Not Exist',
      after: 'table-grants-role-prefix',
    },
    presentTest: { id: 'impersonation-role-present', name: 'Validate Manual: Impersonation Role Exists' },
  };
}

function markedRole({ acting, mark }: Blueprint, key: string, name: string) {
  return {
    key,
    kind: 'role',
    name,
    scope: 'account',
    by: 'setup',
    stage: ACCOUNT_STAGE,
    role: acting.accounts,
    create: [{ text: sql`CREATE ROLE ${ident(name)} COMMENT = ${literal(mark(key))}` }],
    alter: (from: Readonly<Record<string, Scalar>>) => renameSteps(from, name),
    drop: [{ text: sql`DROP ROLE ${ident(name)}`, succeedOn: ALREADY_GONE }],
    desired: { name },
    // Its members are lost.
    reversible: false,
    needs: [accountPrivilege('CREATE ROLE'), ownership(`role ${name}`, key)],
  } satisfies Partial<ManagedObject>;
}

function renameSteps({ name }: Readonly<Record<string, Scalar>>, wanted: string): readonly Step[] {
  if (typeof name !== 'string' || name === wanted) return [];
  return [{ text: sql`ALTER ROLE ${ident(name)} RENAME TO ${ident(wanted)}` }];
}
