import { failed, passed, sql, warned } from '@portcullis/plugin-api';
import { nameOf } from '../names/identifier.ts';
import { databaseName, impersonationRoleName, serviceUserName, systemRoleName } from '../names/object-names.ts';
import { SETUP, type SnowflakeTest, TEST_IDS } from './snowflake-test.ts';

/**
 * The test that quoted names keep their case. With QUOTED_IDENTIFIERS_IGNORE_CASE, they are folded to upper case, so
 * that an object gets another name than requested. Source: "Parameters", QUOTED_IDENTIFIERS_IGNORE_CASE.
 */
export const quotedIdentifiers: SnowflakeTest = {
  id: 'quoted-identifiers',
  name: 'Initial Validation: Quoted Names Keep Their Case',
  description: 'The account does not fold quoted names, or every name of the config is in upper case.',
  operations: ['create', 'edit'],
  modes: ['automatic', 'manual'],
  phase: 'prerequisite',
  mandatory: true,
  dependsOn: [TEST_IDS.connection],
  on: SETUP,
  async run({ session, config, mode, signal }) {
    const [row] = await session.query(sql`SHOW PARAMETERS LIKE 'QUOTED_IDENTIFIERS_IGNORE_CASE' IN ACCOUNT`, {
      signal,
    });
    if (String(row?.value).toLowerCase() !== 'true') return passed();
    const names = [
      databaseName(config),
      nameOf(config.warehouse),
      systemRoleName(config, mode),
      serviceUserName(config, mode),
      ...(config.impersonation.enabled ? [impersonationRoleName(config)] : []),
    ];
    const folded = names.filter((name) => name !== name.toUpperCase());
    if (folded.length === 0) {
      return warned(
        'The account folds quoted names (QUOTED_IDENTIFIERS_IGNORE_CASE). The names of this config are not affected.',
      );
    }
    return failed(
      `The account folds quoted names to upper case (QUOTED_IDENTIFIERS_IGNORE_CASE), but these names of the config are not in upper case: ${folded.join(', ')}.`,
      {
        failureClass: 'invalid-input',
        help: 'Use names in upper case.',
        remediation: {
          statements: [sql`ALTER ACCOUNT UNSET QUOTED_IDENTIFIERS_IGNORE_CASE`],
          runAs: 'ACCOUNTADMIN, if nothing else in the account relies on it',
        },
      },
    );
  },
};
