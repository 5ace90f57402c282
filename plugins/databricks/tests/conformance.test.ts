import { definePluginConformance } from '@portcullis/testing/vitest';
import { databricks } from '../src/index.ts';
import { SAMPLES } from '../src/samples.ts';

const [token = {}, oauth = {}] = SAMPLES;

definePluginConformance({
  sweep: process.env.PORTCULLIS_TESTS === 'sampled' ? 'sampled' : 'whole',
  plugin: databricks(),
  samples: [
    { name: 'token', mode: 'automatic', config: token },
    { name: 'client', mode: 'automatic', config: oauth },
    { name: 'token by script', mode: 'manual', config: token },
    { name: 'client by script', mode: 'manual', config: oauth },
    { name: 'another catalog by script', mode: 'manual', config: { ...oauth, catalog: 'second' } },
  ],
  edits: [
    { name: 'another warehouse', sample: 'token', changes: { httpPath: '/sql/1.0/warehouses/ffffffffffffffff' } },
    {
      name: 'audit and a group',
      sample: 'token',
      changes: { audit: { enabled: true }, groupPattern: { deny: 'exempt' } },
    },
    { name: 'nothing but policies', sample: 'client', changes: { audit: { enabled: false }, groupPattern: undefined } },
    {
      name: 'another service principal takes over',
      sample: 'client',
      changes: {
        oAuthClientConfig: { clientId: '11111111-2222-3333-4444-555555555555', clientSecret: 'dose-of-another' },
      },
    },
    { name: 'no audit', sample: 'client by script', changes: { audit: { enabled: false } } },
    {
      name: 'another service principal',
      sample: 'client by script',
      changes: {
        oAuthClientConfig: { clientId: '11111111-2222-3333-4444-555555555555', clientSecret: 'dose-of-another' },
      },
    },
  ],
  facts: { servicePrincipal: '5b6c1d0e-2f3a-4b5c-8d7e-9f0a1b2c3d4e', metastore: 'metastore-1', region: 'eu-central-1' },
  silent: (port) => ({ plugin: databricks({ endpoint: `http://127.0.0.1:${port}` }), config: token }),
});
