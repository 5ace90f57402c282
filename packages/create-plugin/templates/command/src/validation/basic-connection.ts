import { passed } from '@portcullis/plugin-api';
import { STAGE } from '../stages.ts';
import type { PlatformTest } from './platform-test.ts';

/** The test of the sign-in. `classifyError` classifies an error of the client, which is shown to the user. */
export const basicConnection: PlatformTest = {
  id: 'basic-connection',
  name: 'Initial Validation: Basic Connection Test',
  description: 'Signs in and queries the name of the account.',
  operations: ['create', 'edit', 'delete'],
  modes: ['automatic', 'manual'],
  // After a failed gate, all other tests are skipped, because they need a connection.
  phase: 'gate',
  mandatory: true,
  on: { stage: STAGE, actor: 'setup' },
  async run({ session, signal }) {
    return passed([{ account: String(await session.send(['ACL', 'WHOAMI'], { signal })) }]);
  },
};
