import { classifyFailure, failed, passed, sql } from '@portcullis/plugin-api';
import { classifyError } from '../failures/classify-error.ts';
import { TOO_MANY_ROWS } from '../failures/failure-rows.ts';
import { SETUP, type SnowflakeTest, TEST_IDS } from './snowflake-test.ts';

/**
 * The test that the account has policies, which need the Enterprise Edition. Source: "Snowflake Editions", Column-level
 * and row-level security.
 */
export const edition: SnowflakeTest = {
  id: 'edition',
  name: 'Initial Validation: Account Supports Masking and Row Access Policies',
  description: 'Lists the masking policies; an account of the Standard Edition does not support the statement.',
  operations: ['create'],
  modes: ['automatic', 'manual'],
  phase: 'prerequisite',
  mandatory: true,
  dependsOn: [TEST_IDS.connection],
  on: SETUP,
  async run({ session, signal }) {
    try {
      await session.query(sql`SHOW MASKING POLICIES IN ACCOUNT`, { signal });
      return passed();
    } catch (error) {
      const { class: failure, code } = classifyFailure(error, classifyError);
      if (code === TOO_MANY_ROWS) return passed();
      if (failure !== 'unsupported') throw error;
      return failed('The account has no masking policies: they need the Enterprise Edition or a higher one.', {
        failureClass: 'unsupported',
      });
    }
  },
};
