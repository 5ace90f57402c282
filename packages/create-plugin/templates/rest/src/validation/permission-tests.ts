import { failed, passed } from '@portcullis/plugin-api';
import { SERVICE_PERMISSIONS } from '../objects/permissions.ts';
import { STAGE } from '../stages.ts';
import { basicConnection, recurringConnection } from './connection-tests.ts';
import type { PlatformTest } from './platform-test.ts';

/**
 * The test that the account has the permissions that the objects need. The remedy has the calls that grant missing
 * ones.
 */
export const permissions: PlatformTest = {
  id: 'service-permissions',
  name: 'Validate Manual: Service Account Has Its Permissions',
  description: 'The account of the config may read groups, and read and write spaces.',
  operations: ['create', 'edit', 'delete'],
  modes: ['manual'],
  phase: 'prerequisite',
  mandatory: true,
  dependsOn: [basicConnection.id],
  on: { stage: STAGE, actor: 'service' },
  async run({ session, config, signal }) {
    const { name, permissions: held } = await session.calls.account(signal);
    const missing = SERVICE_PERMISSIONS.filter((permission) => !held.includes(permission));
    if (missing.length === 0) return passed(held.map((permission) => ({ permission })));
    const account = `https://${config.host}/v1/accounts/${encodeURIComponent(name)}`;
    return failed(`The account ${name} lacks ${missing.join(' and ')}.`, {
      failureClass: 'missing-grant',
      remediation: {
        statements: missing.map((permission) => `PUT ${account}/permissions/${encodeURIComponent(permission)}`),
        runAs: 'an administrator of the platform',
      },
    });
  },
};

/** The recurring test that no permission was revoked. */
export const recurringPermissions: PlatformTest = {
  ...permissions,
  id: 'recurring-permissions',
  name: 'Recurring Validation: Service Account Has Its Permissions',
  operations: ['recurring'],
  phase: 'recurring',
  dependsOn: [recurringConnection.id],
};
