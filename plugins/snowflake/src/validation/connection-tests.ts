import { passed, sql, type TestOutcome } from '@portcullis/plugin-api';
import type { SnowflakeSession } from '../connection/snowflake-session.ts';
import { SERVICE, SETUP, type SnowflakeTest, TEST_IDS } from './snowflake-test.ts';

/** The test of the sign-in. */
export const basicConnection: SnowflakeTest = {
  id: TEST_IDS.connection,
  name: 'Initial Validation: Basic Connection Test',
  description: 'Signs in to the account and queries the identity of the user. Needs no warehouse.',
  operations: ['create', 'edit', 'delete'],
  modes: ['automatic', 'manual'],
  phase: 'gate',
  mandatory: true,
  on: SETUP,
  run: ({ session, signal }) => currentUserOutcome(session, signal),
};

/** The recurring test that the service user can still sign in. */
export const recurringConnection: SnowflakeTest = {
  id: TEST_IDS.recurringConnection,
  name: 'Recurring Validation: Service User Can Sign In',
  description: 'The service user signs in to the account.',
  operations: ['recurring'],
  modes: ['automatic', 'manual'],
  phase: 'gate',
  mandatory: true,
  on: SERVICE,
  run: ({ session, signal }) => currentUserOutcome(session, signal),
};

async function currentUserOutcome(session: SnowflakeSession, signal: AbortSignal): Promise<TestOutcome> {
  const [row] = await session.query(
    sql`SELECT CURRENT_VERSION() AS VERSION, CURRENT_ACCOUNT() AS ACCOUNT, CURRENT_REGION() AS REGION, CURRENT_ROLE() AS ROLE`,
    { signal },
  );
  return passed([{ version: row?.VERSION, account: row?.ACCOUNT, region: row?.REGION, role: row?.ROLE }]);
}
