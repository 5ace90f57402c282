import { passed, sql } from '@portcullis/plugin-api';
import { STAGE } from '../stages.ts';
import type { PlatformTest } from './platform-test.ts';

/** The test of the sign-in. `classifyError` classifies an error of the driver, which is shown to the user. */
export const basicConnection: PlatformTest = {
  id: 'basic-connection',
  name: 'Initial Validation: Basic Connection Test',
  description: 'Signs in and queries the version.',
  operations: ['create', 'edit', 'delete'],
  modes: ['automatic', 'manual'],
  // After a failed gate, all other tests are skipped, because they need a connection.
  phase: 'gate',
  mandatory: true,
  on: { stage: STAGE, actor: 'setup' },
  async run({ session, signal }) {
    const [row] = await session.query(sql`SELECT current_setting('server_version') AS version`, { signal });
    return passed([{ version: String(row?.version) }]);
  },
};
