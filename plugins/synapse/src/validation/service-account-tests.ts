import { passed, sql, type TestOutcome, warned } from '@portcullis/plugin-api';
import { isYes, type SynapseSession } from '../connection/synapse-session.ts';
import { blueprintOf } from '../objects/blueprint.ts';
import { connectionRemedy } from './connection-remedy.ts';
import { servicePrivileges } from './service-privileges.ts';
import { BASIC_CONNECTION, RECURRING_CONNECTION, SERVICE, type SynapseTest } from './synapse-test.ts';

/** The test, after a manual set-up, that the account may work in its schemas. */
export const manualPrivileges: SynapseTest = {
  id: 'manual-privileges',
  name: 'Validate Manual: Service Account Has Its Privileges',
  description: 'The user of the config may create views, tables and procedures, and work in the three schemas.',
  operations: ['create', 'edit'],
  modes: ['manual'],
  phase: 'prerequisite',
  mandatory: true,
  dependsOn: [BASIC_CONNECTION],
  on: SERVICE,
  run: ({ session, config, mode, mark, signal }) =>
    servicePrivileges(session, { config, mode, blueprint: blueprintOf(config, { mode, mark }) }, signal),
};

/** The test, after a manual set-up, that the account does not own the pool. */
export const manualNotOwner: SynapseTest = {
  id: 'manual-excessive-privileges',
  name: 'Validate Manual: Service Account Does Not Own the Pool',
  description: 'The service needs only its own schemas; a member of db_owner has more privileges.',
  operations: ['create', 'edit'],
  modes: ['manual'],
  phase: 'capability',
  mandatory: false,
  dependsOn: [BASIC_CONNECTION],
  on: SERVICE,
  async run({ session, signal }) {
    const [row] = await session.query(sql`SELECT USER_NAME() AS account, IS_MEMBER(N'db_owner') AS owner`, { signal });
    if (!isYes(row?.owner) && row?.account !== 'dbo') return passed();
    return warned('The login of the config owns the pool.', {
      failureClass: 'invalid-input',
      help: 'Run the create scripts and use the login that they create.',
    });
  },
};

/** The recurring test that the account can still open the pool. */
export const recurringConnection: SynapseTest = {
  id: RECURRING_CONNECTION,
  name: 'Recurring Validation: Service Account Can Open the Pool',
  description: 'The service account signs in to the dedicated SQL pool.',
  operations: ['recurring'],
  modes: ['automatic', 'manual'],
  phase: 'gate',
  mandatory: true,
  on: SERVICE,
  remedy: connectionRemedy('service'),
  run: ({ session, signal }) => poolConnectionOutcome(session, signal),
};

/** The recurring test that the account may still work in its schemas. */
export const recurringPrivileges: SynapseTest = {
  id: 'recurring-privileges',
  name: 'Recurring Validation: Service Account Has Its Privileges',
  description: 'The service account may create views, tables and procedures, and work in the three schemas.',
  operations: ['recurring'],
  modes: ['automatic', 'manual'],
  phase: 'recurring',
  mandatory: true,
  dependsOn: [RECURRING_CONNECTION],
  on: SERVICE,
  run: ({ session, config, mode, mark, signal }) =>
    servicePrivileges(session, { config, mode, blueprint: blueprintOf(config, { mode, mark }) }, signal),
};

async function poolConnectionOutcome(session: SynapseSession, signal: AbortSignal): Promise<TestOutcome> {
  const [row] = await session.query(sql`SELECT DB_NAME() AS pool, USER_NAME() AS account`, { signal });
  return passed([{ database: String(row?.pool), user: String(row?.account) }]);
}
