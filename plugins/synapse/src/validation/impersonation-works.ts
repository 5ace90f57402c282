import { failed, literal, type ManagedObject, passed, type Sql, sql, type TestOutcome } from '@portcullis/plugin-api';
import type { SynapseSession } from '../connection/synapse-session.ts';
import { IMPERSONATION } from '../features.ts';
import { type Blueprint, blueprintOf } from '../objects/blueprint.ts';
import { impersonationAccess } from '../objects/impersonation-access.ts';
import { impersonationRole } from '../objects/impersonation-role.ts';
import { impersonateProcedure, PROCEDURES, stopImpersonatingProcedure } from '../objects/procedures.ts';
import { impersonationsTable } from '../objects/tables.ts';
import { statementsOf } from './statements-of.ts';
import { RECURRING_CONNECTION, SERVICE, type SynapseTest } from './synapse-test.ts';

/**
 * The recurring test that the objects of impersonation exist, and that the members of its role may call the procedures.
 */
export const impersonationWorks: SynapseTest = {
  id: 'recurring-impersonation',
  name: 'Recurring Validation: Impersonation Works',
  description:
    'Role, table and procedures of impersonation exist, and the members of the role may call the procedures.',
  operations: ['recurring'],
  modes: ['automatic', 'manual'],
  phase: 'capability',
  mandatory: false,
  affects: [IMPERSONATION],
  dependsOn: [RECURRING_CONNECTION],
  when: ({ impersonation }) => impersonation.enabled || { reason: 'impersonation.enabled is false.' },
  on: SERVICE,
  async run({ session, config, mode, mark, signal }) {
    const blueprint = blueprintOf(config, { mode, mark });
    const parts = [impersonationRole, impersonationsTable, impersonateProcedure, stopImpersonatingProcedure];
    const missing: ManagedObject[] = [];
    for (const object of parts.map((declare) => declare(blueprint))) {
      const found = await session.query(object.guard?.exists ?? sql`SELECT 1`, { signal });
      if (found.length === 0) missing.push(object);
    }
    if (missing.length > 0) return missingObjectsOutcome(missing, blueprint);
    return (
      (await missingExecuteOutcome(session, blueprint, signal)) ??
      passed(parts.map((declare) => ({ name: declare(blueprint).name })))
    );
  },
};

/** Returns the outcome for missing objects. The remedy includes the grants, which a recreated procedure has lost. */
function missingObjectsOutcome(missing: readonly ManagedObject[], blueprint: Blueprint): TestOutcome {
  const names = missing.map(({ kind, name }) => `${kind} ${name}`).join(' and the ');
  return failed(`Impersonation lacks the ${names}.`, {
    failureClass: 'not-found',
    help: 'A PUT with the same config creates it again.',
    remediation: {
      statements: [...missing, impersonationAccess(blueprint)].flatMap(({ create }) => statementsOf(create)),
      runAs: `a member of db_owner, connected to ${blueprint.database}`,
    },
  });
}

async function missingExecuteOutcome(
  session: SynapseSession,
  blueprint: Blueprint,
  signal: AbortSignal,
): Promise<TestOutcome | undefined> {
  const held = await session.query(executableProcedures(blueprint), { signal });
  if (held.length === 2) return undefined;
  return failed(`The members of the role ${blueprint.role} may not call both procedures of impersonation.`, {
    failureClass: 'missing-grant',
    remediation: {
      statements: statementsOf(impersonationAccess(blueprint).create),
      runAs: `a member of db_owner, connected to ${blueprint.database}`,
    },
  });
}

/** Returns the query for the procedures that the role may call. */
function executableProcedures({ procedureSchema, role }: Blueprint): Sql {
  return sql`SELECT made.name FROM sys.database_permissions AS held JOIN sys.procedures AS made ON made.object_id = held.major_id JOIN sys.schemas AS space ON space.schema_id = made.schema_id JOIN sys.database_principals AS grantee ON grantee.principal_id = held.grantee_principal_id WHERE held.class = 1 AND held.state IN (N'G', N'W') AND held.permission_name = N'EXECUTE' AND space.name = ${literal(procedureSchema)} AND grantee.name = ${literal(role)} AND made.name IN (${literal(PROCEDURES.impersonate)}, ${literal(PROCEDURES.stopImpersonating)})`;
}
