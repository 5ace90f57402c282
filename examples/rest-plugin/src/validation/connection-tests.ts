import { passed } from '@portcullis/plugin-api';
import { STAGE } from '../stages.ts';
import type { PlatformTest } from './platform-test.ts';

/** The test of the sign-in. `classifyError` classifies a refusal of the platform, which is shown to the user. */
export const basicConnection: PlatformTest = {
  id: 'basic-connection',
  name: 'Initial Validation: Basic Connection Test',
  description: 'Signs in and queries the identity of the account.',
  operations: ['create', 'edit', 'delete'],
  modes: ['automatic', 'manual'],
  // After a failed gate, all other tests are skipped, because they need a connection.
  phase: 'gate',
  mandatory: true,
  on: { stage: STAGE, actor: 'setup' },
  async run({ session, signal }) {
    const { name } = await session.calls.account(signal);
    return passed([{ account: name }]);
  },
};

/** The recurring test that the service account can still sign in. */
export const recurringConnection: PlatformTest = {
  ...basicConnection,
  id: 'recurring-connection',
  name: 'Recurring Validation: Service Account Can Sign In',
  operations: ['recurring'],
  on: { stage: STAGE, actor: 'service' },
};
