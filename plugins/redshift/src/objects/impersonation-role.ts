import { ident, type ManagedObject, type Scalar, type Step, sql } from '@portcullis/plugin-api';
import { IMPERSONATION } from '../features.ts';
import { STAGE } from '../stages.ts';
import type { Blueprint } from './blueprint.ts';
import { ROLES } from './catalogs.ts';
import { deleteMarks, insertMark, type MarkedObject, markGuard, renameMark } from './marks.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { rolePrivileges } from './privileges.ts';
import { ALREADY_GONE } from './tolerated-failures.ts';

/** The role whose members may query as other users. Administrators grant it. */
export function impersonationRole(blueprint: Blueprint): ManagedObject {
  const { role, engine } = blueprint;
  const key = OBJECT_KEYS.impersonationRole;
  const marked: MarkedObject = { kind: 'role', key, name: role, catalog: ROLES[engine] };
  return {
    key,
    kind: 'role',
    name: role,
    scope: 'cluster',
    by: 'setup',
    stage: STAGE.initial,
    create: [{ text: sql`CREATE ROLE ${ident(role)}` }, { text: insertMark(blueprint, marked) }],
    alter: (from) => [...renameSteps(blueprint, from), { text: renameMark(blueprint, marked) }],
    // Marks that are lost with their registry do not prevent a removal.
    drop: [dropStep(blueprint), { text: deleteMarks(blueprint, marked), succeedOn: ALREADY_GONE }],
    desired: { name: role },
    dropAfter: [OBJECT_KEYS.database, OBJECT_KEYS.serviceAccount],
    reversible: false,
    feature: IMPERSONATION,
    needs: rolePrivileges(engine, role),
    why: 'Only its members may query as another user. The administrators of the cluster grant it.',
    guard: markGuard(blueprint, marked),
    absentTest: { id: 'impersonation-role-absent', name: 'Validate Automatic: Impersonation Role Does Not Exist' },
    presentTest: { id: 'impersonation-role-present', name: 'Validate Manual: Impersonation Role Exists' },
  };
}

/** On Amazon Redshift, a role that was granted to users cannot be dropped without FORCE ("DROP ROLE"). */
function dropStep({ role, engine }: Blueprint): Step {
  const text = engine === 'redshift' ? sql`DROP ROLE ${ident(role)} FORCE` : sql`DROP ROLE ${ident(role)}`;
  return { text, engine, succeedOn: ALREADY_GONE };
}

function renameSteps({ role }: Blueprint, { name }: Readonly<Record<string, Scalar>>): readonly Step[] {
  if (typeof name !== 'string' || name === role) return [];
  return [{ text: sql`ALTER ROLE ${ident(name)} RENAME TO ${ident(role)}` }];
}
