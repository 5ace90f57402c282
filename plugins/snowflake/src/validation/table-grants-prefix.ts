import { failed, literal, passed, skipped, sql, warned } from '@portcullis/plugin-api';
import { createAccountView } from '../observation/account-view.ts';
import { readList } from '../observation/read-list.ts';
import { SETUP, type SnowflakeTest, TEST_IDS } from './snowflake-test.ts';

/** Maximum number of roles in a message. */
const MAX_SHOWN_ROLES = 3;

/**
 * The test that no other instance creates roles with the prefix of table grants. Roles of this instance are allowed.
 */
export const tableGrantsPrefix: SnowflakeTest = {
  id: TEST_IDS.prefix,
  name: 'Initial Validation: Table Grants Role Prefix is Unique',
  description: 'No role of another owner begins with the prefix of the table-grants roles of this service.',
  operations: ['create'],
  modes: ['automatic', 'manual'],
  phase: 'prerequisite',
  mandatory: true,
  dependsOn: [TEST_IDS.connection],
  on: SETUP,
  async run({ session, options, mark, signal }) {
    const { tableGrantsRolePrefix: prefix } = options;
    if (typeof prefix !== 'string') return skipped('No table grants role prefix is set.');
    // The setting requires an unquoted identifier, which the platform stores in upper case.
    const beginning = prefix.toUpperCase();
    const rows = await readList(session, sql`SHOW ROLES STARTS WITH ${literal(beginning)}`, signal);
    const instance = mark('').split(':').slice(0, 2).join(':');
    const foreign = rows
      .filter((row) => !String(row.comment ?? '').startsWith(`${instance}:`))
      .map((row) => String(row.name));
    if (foreign.length > 0) {
      const names = foreign.slice(0, MAX_SHOWN_ROLES).join(', ');
      const more = foreign.length > MAX_SHOWN_ROLES ? ` and ${foreign.length - MAX_SHOWN_ROLES} more` : '';
      return failed(
        `Roles that begin with ${beginning} exist, but this service has not created them: ${names}${more}.`,
        {
          failureClass: 'already-exists',
          help: 'Choose another table grants role prefix.',
        },
      );
    }
    if (await createAccountView(session, signal).seesAllObjects()) return passed([]);
    return warned(`No role begins with ${beginning}, as far as these credentials can see.`, {
      failureClass: 'missing-grant',
      help: 'Check this with a role that sees every role, such as ACCOUNTADMIN.',
    });
  },
};
