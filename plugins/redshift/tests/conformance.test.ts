import { definePluginConformance } from '@portcullis/testing/vitest';
import { redshift } from '../src/index.ts';
import { SAMPLES } from '../src/samples.ts';

const [rich = {}] = SAMPLES;

definePluginConformance({
  plugin: redshift(),
  samples: [
    { name: 'everything', mode: 'automatic', config: rich },
    { name: 'everything by script', mode: 'manual', config: { ...rich, username: 'governance_account' } },
  ],
  edits: [
    { name: 'another role', sample: 'everything', changes: { impersonation: { enabled: true, role: 'actors' } } },
    { name: 'no impersonation', sample: 'everything', changes: { impersonation: { enabled: false } } },
    {
      name: 'another role',
      sample: 'everything by script',
      changes: { impersonation: { enabled: true, role: 'actors' } },
    },
  ],
  silent: (port) => ({
    plugin: redshift({ engine: 'postgresql' }),
    config: { ...rich, host: '127.0.0.1', port },
  }),
});
