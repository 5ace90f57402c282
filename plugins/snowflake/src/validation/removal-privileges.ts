import { failed, ident, passed, sql } from '@portcullis/plugin-api';
import { DEFAULT_SETUP_ROLE } from '../config/target-fields.ts';
import { nameOf } from '../names/identifier.ts';
import { databaseName, serviceUserName, systemRoleName } from '../names/object-names.ts';
import { createAccountView } from '../observation/account-view.ts';
import { availableRoles } from './held-privileges.ts';
import { SETUP, type SnowflakeTest, TEST_IDS } from './snowflake-test.ts';

/** The test that the role may drop the objects: only their owners can, and roles that inherit from an owner. */
export const removalPrivileges: SnowflakeTest = {
  id: 'removal-privileges',
  name: 'Validate Automatic: Objects Can Be Removed',
  description:
    'The role of the credentials is, or inherits from, the roles that created the database, the role and the user.',
  operations: ['delete'],
  modes: ['automatic'],
  phase: 'prerequisite',
  mandatory: true,
  dependsOn: [TEST_IDS.privilegedRole],
  on: SETUP,
  async run({ session, config, signal }) {
    const role = nameOf(config.role ?? DEFAULT_SETUP_ROLE);
    const view = createAccountView(session, signal);
    const objects = [
      await view.find('DATABASES', databaseName(config)),
      await view.find('ROLES', systemRoleName(config, 'automatic')),
      await view.find('USERS', serviceUserName(config, 'automatic')),
    ];
    if (objects.includes(undefined) && !(await view.seesAllObjects())) {
      return failed(`The role ${role} cannot see every object of this integration, so it cannot remove them.`, {
        failureClass: 'missing-grant',
        help: `Send credentials with the role that set the integration up, or with ${DEFAULT_SETUP_ROLE}.`,
      });
    }
    const owners = [...new Set(objects.flatMap((row) => (row?.owner ? [String(row.owner)] : [])))];
    const available = await availableRoles(session, signal);
    const missing = owners.filter((owner) => !available.includes(owner));
    if (missing.length === 0) return passed(owners.map((owner) => ({ owner })));
    return failed(
      `The role ${role} does not inherit from ${missing.join(', ')}, which created objects of this integration.`,
      {
        failureClass: 'missing-grant',
        help: 'Send credentials with the role that set the integration up, or ask SECURITYADMIN to grant those roles to this one.',
        remediation: {
          statements: missing.map((owner) => sql`GRANT ROLE ${ident(owner)} TO ROLE ${ident(role)}`),
          runAs: 'SECURITYADMIN',
        },
      },
    );
  },
};
