import { definePluginConformance } from '@portcullis/testing/vitest';
import { synapse } from '../src/index.ts';
import { SAMPLES } from '../src/samples.ts';

const [everything = {}, plain = {}] = SAMPLES;
const byScript = { username: 'governance_account' };

definePluginConformance({
  sweep: process.env.PORTCULLIS_TESTS === 'sampled' ? 'sampled' : 'whole',
  plugin: synapse(),
  samples: [
    { name: 'everything', mode: 'automatic', config: everything },
    { name: 'as the interface shows it', mode: 'automatic', config: plain },
    { name: 'everything by script', mode: 'manual', config: { ...everything, ...byScript } },
    { name: 'by script', mode: 'manual', config: { ...plain, ...byScript } },
  ],
  drifts: [
    // The repair grants missing privileges; the owner of a schema is not changed.
    ...['system-schema', 'procedure-schema', 'view-schema'].map((object) => ({
      object,
      values: { privileges: 'ALTER' },
    })),
    { object: 'database-access', values: { privileges: 'CREATE VIEW' } },
  ],
  edits: [
    { name: 'another role', sample: 'everything', changes: { impersonation: { enabled: true, role: 'actors' } } },
    { name: 'no impersonation', sample: 'everything', changes: { impersonation: { enabled: false } } },
    { name: 'impersonation', sample: 'as the interface shows it', changes: { impersonation: { enabled: true } } },
    {
      name: 'another role to act as',
      sample: 'everything by script',
      changes: { impersonation: { enabled: true, role: 'actors' } },
    },
    { name: 'another login', sample: 'by script', changes: { username: 'governance_login' } },
  ],
  silent: (port) => ({
    plugin: synapse({ localPorts: [port] }),
    config: { ...everything, host: 'localhost', port },
  }),
});
