import { definePluginConformance } from '@portcullis/testing/vitest';
import { redshift } from '../src/index.ts';
import { SAMPLES } from '../src/samples.ts';

const [rich = {}, , cluster = {}, workgroup = {}] = SAMPLES;

definePluginConformance({
  sweep: process.env.PORTCULLIS_TESTS === 'sampled' ? 'sampled' : 'whole',
  plugin: redshift(),
  samples: [
    { name: 'everything', mode: 'automatic', config: rich },
    { name: 'everything by script', mode: 'manual', config: { ...rich, username: 'governance_account' } },
    { name: 'a cluster through Okta', mode: 'automatic', config: cluster },
    { name: 'a cluster through Okta, by script', mode: 'manual', config: cluster },
    { name: 'a workgroup through Okta, by script', mode: 'manual', config: workgroup },
  ],
  edits: [
    { name: 'another role', sample: 'everything', changes: { impersonation: { enabled: true, role: 'actors' } } },
    { name: 'no impersonation', sample: 'everything', changes: { impersonation: { enabled: false } } },
    {
      name: 'another role',
      sample: 'everything by script',
      changes: { impersonation: { enabled: true, role: 'actors' } },
    },
    {
      name: 'another role of AWS',
      sample: 'a workgroup through Okta, by script',
      changes: { okta: { ...(workgroup.okta as object), role: 'arn:aws:iam::123456789012:role/another' } },
    },
  ],
  silent: (port) => ({
    plugin: redshift({ engine: 'postgresql' }),
    config: { ...rich, host: '127.0.0.1', port },
  }),
});
