import { passed } from '@portcullis/plugin-api';
import { STAGE } from '../stages.ts';
import type { PlatformTest } from './platform-test.ts';

/** Signs in. An error of the client is classified by `classifyError` and shown to the user. */
export const basicConnection: PlatformTest = {
  id: 'basic-connection',
  name: 'Initial Validation: Basic Connection Test',
  description: 'Signs in and asks for the name of the account.',
  operations: ['create', 'edit', 'delete'],
  modes: ['automatic', 'manual'],
  // A failed gate skips every other test, because the others need a connection.
  phase: 'gate',
  mandatory: true,
  on: { stage: STAGE, actor: 'setup' },
  async run({ session, signal }) {
    return passed([{ account: String(await session.send(['ACL', 'WHOAMI'], { signal })) }]);
  },
};
