import { snowflake } from '@portcullis/plugin-snowflake';
import { defineRealPlatformConformance } from '@portcullis/testing/vitest';
import { startEmulator } from '../../../src/platforms/snowflake/emulator/emulator.ts';
import { openSnowflakePlatform } from '../../../src/platforms/snowflake/emulator-platform.ts';
import { body, EVERYTHING, PASSWORD, PRIVATE_KEY, SIGN_IN } from '../../../src/platforms/snowflake/test-environment.ts';

const emulator = await startEmulator();

const OFF = { enabled: false };
const NOTHING = { audit: OFF, lineage: OFF, workspaces: OFF, impersonation: OFF };
const BY_PASSWORD = { authenticationType: 'userPassword', username: 'SVC', password: PASSWORD, role: 'SVC_ROLE' };
const OTHER = { username: 'SVC2', role: 'SVC2_ROLE', warehouse: '"other wh"' };
const QUOTED = {
  authenticationType: 'keyPair',
  username: '"svc \'x\' \\"',
  privateKey: { content: PRIVATE_KEY },
  role: '"lower"',
  database: '"my ""db"" \\"',
  warehouse: '"other wh"',
};

defineRealPlatformConformance({
  sweep: process.env.PORTCULLIS_TESTS === 'sampled' ? 'sampled' : 'whole',
  plugin: snowflake({ endpoint: emulator.address }),
  createPlatform: () => openSnowflakePlatform(emulator),
  samples: () => [
    { name: 'password', mode: 'automatic', config: body(true, { ...SIGN_IN.password, ...EVERYTHING }).config },
    { name: 'password by script', mode: 'manual', config: body(false, { ...BY_PASSWORD, ...EVERYTHING }).config },
    { name: 'quoted names by script', mode: 'manual', config: body(false, { ...QUOTED, ...EVERYTHING }).config },
  ],
  edits: [
    { name: 'another warehouse', sample: 'password', changes: { warehouse: '"other wh"' } },
    { name: 'nothing but policies', sample: 'password', changes: NOTHING },
    { name: 'another account', sample: 'password by script', changes: OTHER },
    { name: 'nothing but policies', sample: 'password by script', changes: { ...OTHER, ...NOTHING } },
    {
      name: 'another role to act as',
      sample: 'quoted names by script',
      changes: { impersonation: { enabled: true, role: 'ACTORS' } },
    },
  ],
  drifts: [
    {
      name: 'another default warehouse',
      object: 'service-user',
      change: async ({ run }) => run('ALTER USER "GOVERNANCE_SYSTEM_ACCOUNT" SET DEFAULT_WAREHOUSE = "ANOTHER"'),
    },
    {
      name: 'another login name',
      object: 'service-user',
      change: async ({ run }) => run('ALTER USER "GOVERNANCE_SYSTEM_ACCOUNT" SET LOGIN_NAME = \'OTHER\''),
    },
    {
      name: 'no privilege to apply masking policies',
      object: 'apply-masking-policy',
      state: 'missing',
      change: async ({ run }) => run('REVOKE APPLY MASKING POLICY ON ACCOUNT FROM ROLE "GOVERNANCE_SYSTEM"'),
    },
    {
      name: 'no schema of policies',
      object: 'policy-schema',
      state: 'missing',
      change: async ({ emulator: { account } }) =>
        account.databases.get('GOVERNANCE')?.schemas.delete('PORTCULLIS_POLICIES'),
    },
  ],
});
