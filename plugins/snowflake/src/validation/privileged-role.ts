import { classifyFailure, failed, ident, passed, sql } from '@portcullis/plugin-api';
import { DEFAULT_SETUP_ROLE } from '../config/target-fields.ts';
import { classifyError } from '../failures/classify-error.ts';
import { ROLE_NOT_IN_TOKEN } from '../failures/failure-rows.ts';
import { nameOf } from '../names/identifier.ts';
import { notInToken } from './not-in-token.ts';
import { SETUP, type SnowflakeTest, TEST_IDS } from './snowflake-test.ts';

/** The test that the privileged user may act as the privileged role. */
export const privilegedRole: SnowflakeTest = {
  id: TEST_IDS.privilegedRole,
  name: 'Initial Validation: Validate access to Privileged Role',
  description: 'The role of the config exists and is granted to the user.',
  operations: ['create', 'edit', 'delete'],
  modes: ['automatic'],
  phase: 'prerequisite',
  mandatory: true,
  dependsOn: [TEST_IDS.connection],
  on: SETUP,
  async run({ session, config, signal }) {
    const role = nameOf(config.role ?? DEFAULT_SETUP_ROLE);
    const [row] = await session.query(sql`SELECT CURRENT_ROLE() AS ROLE, CURRENT_USER() AS USER_NAME`, { signal });
    if (session.roleRefusal === undefined && row?.ROLE === role) return passed([{ role }]);
    const { code } = classifyFailure(session.roleRefusal, classifyError);
    if (code === ROLE_NOT_IN_TOKEN) return notInToken(role);
    return failed(`The role ${role} does not exist or is not granted to the user${code ? ` (${code})` : ''}.`, {
      failureClass: 'missing-grant',
      remediation: {
        statements: [sql`GRANT ROLE ${ident(role)} TO USER ${ident(String(row?.USER_NAME ?? ''))}`],
        runAs: `the owner of role ${role}, or a role with MANAGE GRANTS`,
      },
    });
  },
};
