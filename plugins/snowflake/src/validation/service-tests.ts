import { failed, ident, passed, sql, type TestContext, type TestOutcome, warned } from '@portcullis/plugin-api';
import type { SnowflakeConfig } from '../config/config-shapes.ts';
import type { SnowflakeSession } from '../connection/snowflake-session.ts';
import type { SnowflakeFacts } from '../discover.ts';
import { classifyError } from '../failures/classify-error.ts';
import { ROLE_NOT_IN_TOKEN } from '../failures/failure-rows.ts';
import { systemRoleName } from '../names/object-names.ts';
import { blueprintOf } from '../objects/blueprint.ts';
import { managedObjects } from '../objects/managed-objects.ts';
import { createAccountView } from '../observation/account-view.ts';
import { isGranted, REQUIRED_GRANTS } from '../observation/observers.ts';
import { notInToken } from './not-in-token.ts';
import { SERVICE, type SnowflakeTest, TEST_IDS } from './snowflake-test.ts';

type Context = TestContext<SnowflakeConfig, SnowflakeFacts, SnowflakeSession>;

/** The test, after a manual set-up, that the user acts as the system role, which has the required privileges. */
export const manualPrivileges: SnowflakeTest = {
  id: 'manual-system-role',
  name: 'Validate Manual: Service User Has the System Role and Its Privileges',
  description:
    'The user of the config acts as the system role, and the role has every privilege that this config needs.',
  operations: ['create', 'edit'],
  modes: ['manual'],
  phase: 'prerequisite',
  mandatory: true,
  dependsOn: [TEST_IDS.connection],
  on: SERVICE,
  run: privileges,
};

/** The recurring test that the service still has the required privileges. */
export const recurringPrivileges: SnowflakeTest = {
  id: 'recurring-system-role',
  name: 'Recurring Validation: System Role Has Its Privileges',
  description: 'The service user acts as the system role, and the role has every privilege that this config needs.',
  operations: ['recurring'],
  modes: ['automatic', 'manual'],
  phase: 'recurring',
  mandatory: true,
  dependsOn: [TEST_IDS.recurringConnection],
  on: SERVICE,
  run: privileges,
};

/** The test, after a manual set-up, that the role has no unneeded privileges. */
export const manualNoAdministrator: SnowflakeTest = {
  id: 'manual-excessive-privileges',
  name: 'Validate Manual: System Role Is Not an Administrator',
  description:
    'The service needs only the grants of the script; a role that inherits from an administrator has more privileges.',
  operations: ['create', 'edit'],
  modes: ['manual'],
  phase: 'capability',
  mandatory: false,
  dependsOn: ['manual-system-role'],
  on: SERVICE,
  async run({ session, signal }) {
    const [row] = await session.query(
      sql`SELECT IS_ROLE_IN_SESSION('SYSADMIN') AS A, IS_ROLE_IN_SESSION('USERADMIN') AS B, IS_ROLE_IN_SESSION('SECURITYADMIN') AS C`,
      { signal },
    );
    const isAdministrator = Object.values(row ?? {}).some((cell) => String(cell).toLowerCase() === 'true');
    if (!isAdministrator) return passed();
    return warned('The service user acts with the privileges of an administrator.', {
      help: 'Run the create script and use the user that it creates.',
    });
  },
};

async function privileges({ session, config, mode, options, mark, signal }: Context): Promise<TestOutcome> {
  const role = systemRoleName(config, mode);
  if (session.roleRefusal !== undefined) {
    if (classifyError(session.roleRefusal)?.code === ROLE_NOT_IN_TOKEN) return notInToken(role);
    const blueprint = blueprintOf(config, { mode, mark, options });
    return failed(`The role ${role} does not exist or is not granted to the service user.`, {
      failureClass: 'missing-grant',
      remediation: {
        statements: [sql`GRANT ROLE ${ident(role)} TO USER ${ident(blueprint.serviceUser)}`],
        runAs: 'USERADMIN, or a role with MANAGE GRANTS',
      },
    });
  }
  const blueprint = blueprintOf(config, { mode, mark, options });
  const granted = (await createAccountView(session, signal).grantsTo(role)) ?? [];
  const missing = managedObjects(blueprint).filter(({ key, desired = {} }) => {
    const wanted = REQUIRED_GRANTS[key]?.(desired) ?? [];
    return !wanted.every((each) => isGranted(each, granted));
  });
  if (missing.length === 0) return passed([{ role }]);
  return failed(`The role ${role} lacks: ${missing.map(({ name }) => name).join('; ')}.`, {
    failureClass: 'missing-grant',
    remediation: {
      statements: missing.flatMap(({ create }) => create.flatMap((step) => ('text' in step ? [step.text] : []))),
      runAs: [...new Set(missing.map(({ role: actingRole }) => String(actingRole)))].join(', '),
    },
  });
}
