import { failed, ident, passed, sql } from '@portcullis/plugin-api';
import { effectivePrivileges } from '../observation/effective-privileges.ts';
import { BASIC_CONNECTION, SETUP, type SynapseTest } from './synapse-test.ts';

/**
 * The test that the set-up login controls the pool: it creates users, roles and schemas of dbo, and grants privileges
 * on them.
 */
export const privilegedRole: SynapseTest = {
  id: 'privileged-role',
  name: 'Initial Validation: Validate access to Privileged Role',
  description: 'The login is a member of db_owner, or has CONTROL on the pool.',
  operations: ['create', 'edit', 'delete'],
  modes: ['automatic'],
  phase: 'prerequisite',
  mandatory: true,
  dependsOn: [BASIC_CONNECTION],
  on: SETUP,
  async run({ session, config, signal }) {
    const [row] = await session.query(sql`SELECT USER_NAME() AS account`, { signal });
    const held = await effectivePrivileges(session, { kind: 'DATABASE' }, signal);
    if (held.has('CONTROL')) return passed([{ user: String(row?.account), privilege: 'CONTROL' }]);
    return failed(`The user ${String(row?.account)} does not control the pool ${config.database}.`, {
      failureClass: 'missing-grant',
      remediation: {
        statements: [sql`GRANT CONTROL ON DATABASE::${ident(config.database)} TO ${ident(String(row?.account))}`],
        runAs: `a member of db_owner, connected to ${config.database}`,
      },
    });
  },
};
