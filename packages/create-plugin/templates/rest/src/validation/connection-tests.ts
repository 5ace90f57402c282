import { passed } from '@portcullis/plugin-api';
import { STAGE } from '../stages.ts';
import type { PlatformTest } from './platform-test.ts';

/** Signs in. A refusal of the platform is classified by `classifyError` and shown to the user. */
export const basicConnection: PlatformTest = {
  id: 'basic-connection',
  name: 'Initial Validation: Basic Connection Test',
  description: 'Signs in and asks for the identity of the account.',
  operations: ['create', 'edit', 'delete'],
  modes: ['manual'],
  // A failed gate skips every other test, because the others need a connection.
  phase: 'gate',
  mandatory: true,
  on: { stage: STAGE, actor: 'service' },
  async run({ session, signal }) {
    const { name } = await session.calls.account(signal);
    return passed([{ account: name }]);
  },
};

/** The periodic check: the account can still sign in. */
export const recurringConnection: PlatformTest = {
  ...basicConnection,
  id: 'recurring-connection',
  name: 'Recurring Validation: Service Account Can Sign In',
  operations: ['recurring'],
};
