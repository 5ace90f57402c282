import { definePluginConformance } from '@portcullis/testing/vitest';
import { snowflake } from '../src/index.ts';
import { SAMPLES } from '../src/samples.ts';

const [password = {}, keyPair = {}, oauth = {}] = SAMPLES;
const byScript = { username: 'GOVERNANCE_USER', role: 'GOVERNANCE_ROLE' };

const isSampled = process.env.PORTCULLIS_TESTS === 'sampled';
/** The samples of sampled tests: those at the start of the edits. */
const SAMPLED: readonly string[] = ['password', 'key pair', 'key pair by script'];

const samples: Parameters<typeof definePluginConformance>[0]['samples'] = [
  { name: 'password', mode: 'automatic', config: password },
  { name: 'key pair', mode: 'automatic', config: keyPair },
  { name: 'token', mode: 'automatic', config: oauth },
  { name: 'password by script', mode: 'manual', config: { ...password, ...byScript } },
  { name: 'key pair by script', mode: 'manual', config: { ...keyPair, ...byScript } },
  { name: 'token by script', mode: 'manual', config: { ...oauth, role: 'GOVERNANCE_ROLE' } },
];

definePluginConformance({
  sweep: isSampled ? 'sampled' : 'whole',
  plugin: snowflake(),
  samples: samples.filter(({ name }) => !isSampled || SAMPLED.includes(name)),
  drifts: [
    // Database and role identify the grant.
    { object: 'database-usage', values: { grantOption: true } },
    { object: 'database-usage', values: { grantOption: false } },
  ],
  edits: [
    { name: 'another warehouse', sample: 'password', changes: { warehouse: 'OTHER_WH' } },
    {
      name: 'nothing but policies',
      sample: 'password',
      changes: {
        audit: { enabled: false },
        lineage: { enabled: false },
        workspaces: { enabled: false },
        impersonation: { enabled: false },
      },
    },
    {
      name: 'everything',
      sample: 'key pair',
      changes: {
        audit: { enabled: true },
        lineage: { enabled: true },
        workspaces: { enabled: true },
        impersonation: { enabled: true, role: 'ACTORS' },
      },
    },
    {
      name: 'another role to act as',
      sample: 'key pair by script',
      changes: { impersonation: { enabled: true, role: 'ACTORS' } },
    },
  ],
  silent: (port) => ({ plugin: snowflake({ endpoint: `http://127.0.0.1:${port}` }), config: keyPair }),
  differsByMode: [
    {
      object: 'service-user',
      reason:
        'Automatic set-up generates a key pair; for a password of the config, the script needs the type LEGACY_SERVICE.',
    },
  ],
});
