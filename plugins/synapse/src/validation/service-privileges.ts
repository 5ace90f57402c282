import { failed, passed, type SetupMode, type TestOutcome } from '@portcullis/plugin-api';
import type { SynapseConfig } from '../config/config-schema.ts';
import type { SynapseSession } from '../connection/synapse-session.ts';
import type { Blueprint } from '../objects/blueprint.ts';
import { databaseAccess } from '../objects/database-access.ts';
import { procedureSchema, systemSchema, viewSchema } from '../objects/schemas.ts';
import { effectivePrivileges } from '../observation/effective-privileges.ts';
import { statementsOf } from './statements-of.ts';

/** The help for missing privileges, by the set-up mode: the same procedure grants them again. */
const GRANT_AGAIN: Readonly<Record<SetupMode, string>> = {
  automatic: 'Edit the integration with the same settings and privileged credentials: the edit grants them again.',
  manual: 'Run the create script, then try again.',
};

/** The set-up whose privileges are checked. */
interface CheckedSetup {
  readonly config: SynapseConfig;
  readonly mode: SetupMode;
  readonly blueprint: Blueprint;
}

/** Checks the privileges of the service account in the whole pool and in each of its schemas. */
export async function servicePrivileges(
  session: SynapseSession,
  { config, mode, blueprint }: CheckedSetup,
  signal: AbortSignal,
): Promise<TestOutcome> {
  const lacking: string[] = [];
  const objects = [databaseAccess, systemSchema, procedureSchema, viewSchema].map((declare) => declare(blueprint));
  const incomplete = new Set<(typeof objects)[number]>();
  for (const object of objects) {
    const isSchema = object.kind === 'schema';
    const wanted = String(object.desired?.privileges).split(', ');
    const securable = isSchema ? ({ kind: 'SCHEMA', name: object.name } as const) : ({ kind: 'DATABASE' } as const);
    const held = await effectivePrivileges(session, securable, signal);
    const missing = wanted.filter((privilege) => !held.has(privilege));
    if (missing.length === 0) continue;
    lacking.push(`${missing.join(', ')} on ${isSchema ? `schema ${object.name}` : `database ${config.database}`}`);
    incomplete.add(object);
  }
  if (lacking.length === 0) return passed(objects.map(({ name, desired }) => ({ on: name, ...desired })));
  return failed(`The service account lacks ${lacking.join('; ')}, or does not exist.`, {
    failureClass: 'missing-grant',
    help: GRANT_AGAIN[mode],
    remediation: {
      statements: [...incomplete].flatMap((object) => statementsOf(object.alter?.({}, object) ?? [])),
      runAs: `a member of db_owner, connected to ${config.database}`,
    },
  });
}
