import { passed } from '@portcullis/plugin-api';
import { STAGE } from '../stages.ts';
import type { PlatformTest } from './platform-test.ts';

/** Signs in. What the platform refuses is classified by `classifyError` and told to the user. */
export const basicConnection: PlatformTest = {
  id: 'basic-connection',
  name: 'Initial Validation: Basic Connection Test',
  description: 'Signs in and asks for the identity of the account.',
  operations: ['create', 'edit', 'delete'],
  modes: ['manual'],
  // A failed gate skips every other test: there is nothing to be found out without a connection.
  phase: 'gate',
  mandatory: true,
  on: { stage: STAGE, actor: 'service' },
  async run({ session, signal }) {
    const { name } = await session.calls.account(signal);
    return passed([{ account: name }]);
  },
};

/** The periodic check: the account still signs in. */
export const recurringConnection: PlatformTest = {
  ...basicConnection,
  id: 'recurring-connection',
  name: 'Recurring Validation: Service Account Can Sign In',
  operations: ['recurring'],
};
