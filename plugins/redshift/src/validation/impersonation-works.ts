import {
  failed,
  literal,
  type ManagedObject,
  passed,
  type Remediation,
  type Sql,
  sql,
  type TestOutcome,
} from '@portcullis/plugin-api';
import { isTrue, type RedshiftSession } from '../connection/redshift-session.ts';
import type { Engine } from '../engine.ts';
import { IMPERSONATION } from '../features.ts';
import { METADATA_SCHEMA } from '../names/object-names.ts';
import { type Blueprint, blueprintOf } from '../objects/blueprint.ts';
import { named, ROLES } from '../objects/catalogs.ts';
import { impersonationAccess } from '../objects/impersonation-access.ts';
import {
  IMPERSONATION_PROCEDURES,
  impersonateProcedure,
  stopImpersonatingProcedure,
} from '../objects/impersonation-procedures.ts';
import { IMPERSONATION_TABLE, impersonationTable } from '../objects/impersonation-table.ts';
import type { RedshiftTest } from './redshift-test.ts';
import { RECURRING_CONNECTION, SERVICE } from './service-account-tests.ts';

/** The recurring test that the objects of impersonation exist, and that the members of its role may use them. */
export function impersonationWorks(engine: Engine): RedshiftTest {
  return {
    id: 'recurring-impersonation',
    name: 'Recurring Validation: Impersonation Works',
    description: 'The table and the procedures of impersonation exist, and the members of its role may call them.',
    operations: ['recurring'],
    modes: ['automatic', 'manual'],
    phase: 'capability',
    mandatory: false,
    affects: [IMPERSONATION],
    dependsOn: [RECURRING_CONNECTION],
    when: ({ impersonation }) => impersonation.enabled || { reason: 'impersonation.enabled is false.' },
    on: SERVICE,
    async run({ session, config, mode, mark, signal }) {
      const blueprint = blueprintOf(config, { mode, mark }, engine);
      return (
        (await missingParts(session, blueprint, signal)) ??
        (await missingAccess(session, blueprint, signal)) ??
        passed()
      );
    },
  };
}

/** The parts in the order of their creation. */
const PARTS = [
  {
    what: `table ${METADATA_SCHEMA}.${IMPERSONATION_TABLE}`,
    create: impersonationTable,
    exists: sql`SELECT count(*) > 0 AS known FROM pg_catalog.pg_class AS listed, pg_catalog.pg_namespace AS space WHERE listed.relnamespace = space.oid AND space.nspname = ${literal(METADATA_SCHEMA)} AND listed.relname = ${literal(IMPERSONATION_TABLE)}`,
  },
  {
    what: `procedure ${METADATA_SCHEMA}.${IMPERSONATION_PROCEDURES.impersonate.name}`,
    create: impersonateProcedure,
    exists: procedureExists(IMPERSONATION_PROCEDURES.impersonate.name),
  },
  {
    what: `procedure ${METADATA_SCHEMA}.${IMPERSONATION_PROCEDURES.stop.name}`,
    create: stopImpersonatingProcedure,
    exists: procedureExists(IMPERSONATION_PROCEDURES.stop.name),
  },
];

function procedureExists(name: string): Sql {
  return sql`SELECT count(*) > 0 AS known FROM pg_catalog.pg_proc AS listed, pg_catalog.pg_namespace AS space WHERE listed.pronamespace = space.oid AND space.nspname = ${literal(METADATA_SCHEMA)} AND listed.proname = ${literal(name)}`;
}

async function missingParts(
  session: RedshiftSession,
  blueprint: Blueprint,
  signal: AbortSignal,
): Promise<TestOutcome | undefined> {
  const missing: (typeof PARTS)[number][] = [];
  for (const part of PARTS) {
    const [row] = await session.query(part.exists, { signal });
    if (!isTrue(row?.known)) missing.push(part);
  }
  if (missing.length === 0) return undefined;
  // A recreated part has lost its grants.
  const objects = [...missing.map(({ create }) => create(blueprint)), impersonationAccess(blueprint)];
  return failed(`Impersonation lacks the ${missing.map(({ what }) => what).join(' and the ')}.`, {
    failureClass: 'not-found',
    remediation: remedy(blueprint, objects),
  });
}

/**
 * Returns the missing access. On Amazon Redshift, only a superuser sees the privileges of other accounts, so the test
 * relies on the parts.
 */
async function missingAccess(
  session: RedshiftSession,
  blueprint: Blueprint,
  signal: AbortSignal,
): Promise<TestOutcome | undefined> {
  if (blueprint.engine === 'redshift') return undefined;
  const [row] = await session.query(
    sql`SELECT has_schema_privilege(listed.oid, ${literal(METADATA_SCHEMA)}, 'usage') AND (SELECT bool_and(has_function_privilege(listed.oid, made.oid, 'execute')) FROM pg_catalog.pg_proc AS made, pg_catalog.pg_namespace AS space WHERE made.pronamespace = space.oid AND space.nspname = ${literal(METADATA_SCHEMA)} AND made.proname IN (${literal(IMPERSONATION_PROCEDURES.impersonate.name)}, ${literal(IMPERSONATION_PROCEDURES.stop.name)})) AS granted FROM ${named(ROLES.postgresql, literal(blueprint.role))}`,
    { signal },
  );
  if (isTrue(row?.granted)) return undefined;
  if (!row)
    return failed(`The role ${blueprint.role} does not exist, so impersonation is not possible.`, {
      failureClass: 'not-found',
      help: 'A PUT with the same config creates it again.',
    });
  return failed(`The members of the role ${blueprint.role} may not call the procedures of impersonation.`, {
    failureClass: 'missing-grant',
    remediation: remedy(blueprint, [impersonationAccess(blueprint)]),
  });
}

function remedy({ database }: Blueprint, objects: readonly ManagedObject[]): Remediation {
  return {
    statements: objects.flatMap(({ create }) => create.flatMap((step) => ('text' in step ? [step.text] : []))),
    runAs: `a superuser or the service account, connected to the database ${database}`,
  };
}
