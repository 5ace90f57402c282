import { ident, type ManagedObject, type Sql, sql } from '@portcullis/plugin-api';
import { IMPERSONATION } from '../features.ts';
import { STAGE } from '../stages.ts';
import type { Blueprint } from './blueprint.ts';
import { ownSchema, roleGuard } from './catalogs.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { controlDatabase } from './privileges.ts';
import { PROCEDURES } from './procedures.ts';

/** The grants that let only the members of the role call the two procedures. */
export function impersonationAccess(blueprint: Blueprint): ManagedObject {
  const { procedureSchema, role, database } = blueprint;
  const procedure = (name: string): Sql => sql`OBJECT::${ident(procedureSchema, name)}`;
  const create = [
    { text: sql`GRANT EXECUTE ON ${procedure(PROCEDURES.impersonate)} TO ${ident(role)}` },
    { text: sql`GRANT EXECUTE ON ${procedure(PROCEDURES.stopImpersonating)} TO ${ident(role)}` },
  ];
  return {
    key: OBJECT_KEYS.impersonationAccess,
    kind: 'grant',
    name: `execute on the procedures of ${procedureSchema} to the impersonation role`,
    scope: 'database',
    by: 'setup',
    stage: STAGE.pool,
    create,
    alter: () => create,
    drop: [
      { text: sql`REVOKE EXECUTE ON ${procedure(PROCEDURES.stopImpersonating)} FROM ${ident(role)}` },
      { text: sql`REVOKE EXECUTE ON ${procedure(PROCEDURES.impersonate)} FROM ${ident(role)}` },
    ],
    desired: { execute: true },
    within: OBJECT_KEYS.impersonationRole,
    feature: IMPERSONATION,
    needs: [controlDatabase(database)],
    why: 'Only members of the role may begin and end an impersonation.',
    guard: { exists: roleGuard(blueprint).exists, ours: ownSchema(blueprint, procedureSchema) },
  };
}
