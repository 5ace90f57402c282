import { definePluginConformance } from '@portcullis/testing/vitest';
import { synapse } from '../src/index.ts';
import { SAMPLES } from '../src/samples.ts';

const [everything = {}, plain = {}] = SAMPLES;
const byScript = { username: 'governance_account' };

const isSampled = process.env.PORTCULLIS_TESTS === 'sampled';
/** The samples of sampled tests: each mode, with all features and with those that the interface shows. */
const SAMPLED: readonly string[] = ['everything', 'by script'];

const samples: Parameters<typeof definePluginConformance>[0]['samples'] = [
  { name: 'everything', mode: 'automatic', config: everything },
  { name: 'as the interface shows it', mode: 'automatic', config: plain },
  { name: 'everything by script', mode: 'manual', config: { ...everything, ...byScript } },
  { name: 'by script', mode: 'manual', config: { ...plain, ...byScript } },
];

const edits: Parameters<typeof definePluginConformance>[0]['edits'] = [
  { name: 'another role', sample: 'everything', changes: { impersonation: { enabled: true, role: 'actors' } } },
  { name: 'no impersonation', sample: 'everything', changes: { impersonation: { enabled: false } } },
  { name: 'impersonation', sample: 'as the interface shows it', changes: { impersonation: { enabled: true } } },
  {
    name: 'another role to act as',
    sample: 'everything by script',
    changes: { impersonation: { enabled: true, role: 'actors' } },
  },
  { name: 'another login', sample: 'by script', changes: { username: 'governance_login' } },
];

definePluginConformance({
  sweep: isSampled ? 'sampled' : 'whole',
  plugin: synapse(),
  samples: samples.filter(({ name }) => !isSampled || SAMPLED.includes(name)),
  drifts: [
    // The repair grants missing privileges; the owner of a schema is not changed.
    ...['system-schema', 'procedure-schema', 'view-schema'].map((object) => ({
      object,
      values: { privileges: 'ALTER' },
    })),
    { object: 'database-access', values: { privileges: 'CREATE VIEW' } },
  ],
  edits: edits.filter(({ sample }) => !isSampled || SAMPLED.includes(sample)),
  silent: (port) => ({
    plugin: synapse({ localPorts: [port] }),
    config: { ...everything, host: 'localhost', port },
  }),
});
