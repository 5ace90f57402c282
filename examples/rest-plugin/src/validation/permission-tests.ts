import { failed, passed } from '@portcullis/plugin-api';
import { COMMON_PERMISSIONS, PREPARED_PERMISSIONS, SETUP_PERMISSIONS } from '../objects/permissions.ts';
import { STAGE } from '../stages.ts';
import { basicConnection, recurringConnection } from './connection-tests.ts';
import type { PlatformTest } from './platform-test.ts';

/** Returns the run of a test that the account has some permissions. The remedy has the requests that grant missing ones. */
function holds(required: readonly string[]): PlatformTest['run'] {
  return async ({ session, config, signal }) => {
    const { name, permissions } = await session.calls.account(signal);
    const missing = required.filter((permission) => !permissions.includes(permission));
    if (missing.length === 0) return passed(permissions.map((permission) => ({ permission })));
    const account = `https://${config.host}/v1/service-accounts/${encodeURIComponent(name)}`;
    return failed(`The account ${name} lacks ${missing.join(' and ')}.`, {
      failureClass: 'missing-grant',
      remediation: {
        statements: missing.map((permission) => `PUT ${account}/permissions/${encodeURIComponent(permission)}`),
        runAs: 'an administrator of the platform',
      },
    });
  };
}

/** The test of the privileged account of an automatic set-up. */
export const setupPermissions: PlatformTest = {
  id: 'setup-permissions',
  name: 'Validate Automatic: Set-up Account Has Its Permissions',
  operations: ['create', 'edit', 'delete'],
  modes: ['automatic'],
  phase: 'prerequisite',
  mandatory: true,
  dependsOn: [basicConnection.id],
  on: { stage: STAGE, actor: 'setup' },
  run: holds(SETUP_PERMISSIONS),
};

/** The test of the prepared account of the manual mode. */
export const preparedPermissions: PlatformTest = {
  ...setupPermissions,
  id: 'prepared-permissions',
  name: 'Validate Manual: Prepared Account Has Its Permissions',
  modes: ['manual'],
  on: { stage: STAGE, actor: 'service' },
  run: holds(PREPARED_PERMISSIONS),
};

/** The recurring test that no permission was revoked. */
export const recurringPermissions: PlatformTest = {
  ...setupPermissions,
  id: 'recurring-permissions',
  name: 'Recurring Validation: Service Account Has Its Permissions',
  operations: ['recurring'],
  modes: ['automatic', 'manual'],
  phase: 'recurring',
  dependsOn: [recurringConnection.id],
  on: { stage: STAGE, actor: 'service' },
  run: holds(COMMON_PERMISSIONS),
};
