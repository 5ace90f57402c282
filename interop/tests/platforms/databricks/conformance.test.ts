import { databricks } from '@portcullis/plugin-databricks';
import { defineRealPlatformConformance } from '@portcullis/testing/vitest';
import { startEmulator } from '../../../src/platforms/databricks/emulator/emulator.ts';
import { openDatabricksPlatform, SECOND, SECOND_SECRET } from '../../../src/platforms/databricks/emulator-platform.ts';
import { body, EVERYTHING, OWNER, SIGN_IN } from '../../../src/platforms/databricks/test-environment.ts';

const emulator = await startEmulator();

const GROUP = { groupPattern: EVERYTHING.groupPattern };
const OTHER = { oAuthClientConfig: { clientId: SECOND, clientSecret: SECOND_SECRET, scope: 'all-apis' } };
const QUOTED = { catalog: "gov'ern--`ance\\" };

defineRealPlatformConformance({
  sweep: process.env.PORTCULLIS_TESTS === 'sampled' ? 'sampled' : 'whole',
  plugin: databricks({ endpoint: emulator.address }),
  createPlatform: () => openDatabricksPlatform(emulator),
  samples: () => [
    { name: 'client', mode: 'automatic', config: body(true, { ...SIGN_IN.client, ...GROUP }).config },
    { name: 'token', mode: 'automatic', config: body(true, SIGN_IN.token).config },
    { name: 'client by script', mode: 'manual', config: body(false, { ...SIGN_IN.client, ...EVERYTHING }).config },
    { name: 'token by script', mode: 'manual', config: body(false, { ...SIGN_IN.token, ...QUOTED }).config },
  ],
  edits: [
    { name: 'no group', sample: 'client', changes: { groupPattern: undefined } },
    { name: 'a group', sample: 'token', changes: GROUP },
    { name: 'another service principal', sample: 'client by script', changes: OTHER },
    { name: 'no audit', sample: 'client by script', changes: { ...OTHER, audit: { enabled: false } } },
  ],
  drifts: [
    {
      name: 'another owner',
      object: 'policy-schema',
      change: async ({ runAsOwner }) =>
        runAsOwner(`ALTER SCHEMA governance.portcullis_policies SET OWNER TO \`${OWNER}\``),
    },
    {
      name: 'a dropped schema',
      object: 'system-schema',
      state: 'missing',
      change: async ({ runAsOwner }) => runAsOwner('DROP SCHEMA governance.portcullis_system CASCADE'),
    },
  ],
});
