import { ident, literal, type ManagedObject, type Sql, type Step, sql } from '@portcullis/plugin-api';
import { IMPERSONATION } from '../features.ts';
import { METADATA_SCHEMA } from '../names/object-names.ts';
import { STAGE } from '../stages.ts';
import type { Blueprint } from './blueprint.ts';
import { named, ROLES } from './catalogs.ts';
import { IMPERSONATION_PROCEDURES } from './impersonation-procedures.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { schemaGuard } from './owner-guard.ts';
import { ownership } from './privileges.ts';

const { impersonate, stop } = IMPERSONATION_PROCEDURES;

/** The grants that let only the members of the role call the procedures. */
export function impersonationAccess(blueprint: Blueprint): ManagedObject {
  const { database, role, engine, contentsCreator } = blueprint;
  // Amazon Redshift distinguishes roles from users in the statement ("GRANT"); PostgreSQL has one kind.
  const member = engine === 'redshift' ? sql`ROLE ${ident(role)}` : ident(role);
  const step = (text: Sql): Step => ({ text, engine });
  const procedure = (each: typeof impersonate | typeof stop): Sql =>
    sql`${ident(METADATA_SCHEMA, each.name)}${each.signature}`;
  const create = [
    step(sql`GRANT USAGE ON SCHEMA ${ident(METADATA_SCHEMA)} TO ${member}`),
    step(sql`GRANT EXECUTE ON PROCEDURE ${procedure(impersonate)} TO ${member}`),
    step(sql`GRANT EXECUTE ON PROCEDURE ${procedure(stop)} TO ${member}`),
  ];
  const revokeUsage = step(sql`REVOKE USAGE ON SCHEMA ${ident(METADATA_SCHEMA)} FROM ${member}`);
  return {
    key: OBJECT_KEYS.impersonationAccess,
    kind: 'grant',
    name: `execute on the procedures of ${database}.${METADATA_SCHEMA} to the impersonation role`,
    scope: 'database',
    by: contentsCreator,
    stage: STAGE.managed,
    create,
    alter: () => create,
    // A missing privilege does not identify the procedure.
    restore: ({ usage, ...others }) =>
      usage === false && Object.keys(others).length === 0 ? [revokeUsage] : undefined,
    desired: { usage: true, execute: true, ...(contentsCreator === 'setup' ? { byScript: true } : {}) },
    drop: [
      step(sql`REVOKE EXECUTE ON PROCEDURE ${procedure(stop)} FROM ${member}`),
      step(sql`REVOKE EXECUTE ON PROCEDURE ${procedure(impersonate)} FROM ${member}`),
      revokeUsage,
    ],
    within: OBJECT_KEYS.database,
    feature: IMPERSONATION,
    blocks: [OBJECT_KEYS.impersonationRole, OBJECT_KEYS.impersonate, OBJECT_KEYS.stopImpersonating],
    needs: [ownership(`schema ${METADATA_SCHEMA}`, OBJECT_KEYS.metadataSchema)],
    why: 'Only members of the role may begin and end an impersonation.',
    guard: {
      exists: sql`SELECT 1 FROM ${named(ROLES[engine], literal(role))}`,
      ours: schemaGuard(blueprint, METADATA_SCHEMA).ours,
    },
  };
}
