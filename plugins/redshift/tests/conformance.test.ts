import { definePluginConformance } from '@portcullis/testing/vitest';
import { redshift } from '../src/index.ts';
import { SAMPLES } from '../src/samples.ts';

const [rich = {}, , cluster = {}, workgroup = {}] = SAMPLES;

const isSampled = process.env.PORTCULLIS_TESTS === 'sampled';
/** The samples of sampled tests: each mode, each sign-in and each kind of warehouse. */
const SAMPLED: readonly string[] = ['everything', 'a cluster through Okta', 'a workgroup through Okta, by script'];

const samples: Parameters<typeof definePluginConformance>[0]['samples'] = [
  { name: 'everything', mode: 'automatic', config: rich },
  { name: 'everything by script', mode: 'manual', config: { ...rich, username: 'governance_account' } },
  { name: 'a cluster through Okta', mode: 'automatic', config: cluster },
  { name: 'a cluster through Okta, by script', mode: 'manual', config: cluster },
  { name: 'a workgroup through Okta, by script', mode: 'manual', config: workgroup },
];

const edits: Parameters<typeof definePluginConformance>[0]['edits'] = [
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
];

definePluginConformance({
  sweep: isSampled ? 'sampled' : 'whole',
  plugin: redshift(),
  samples: samples.filter(({ name }) => !isSampled || SAMPLED.includes(name)),
  edits: edits.filter(({ sample }) => !isSampled || SAMPLED.includes(sample)),
  silent: (port) => ({
    plugin: redshift({ engine: 'postgresql' }),
    config: { ...rich, host: '127.0.0.1', port },
  }),
});
