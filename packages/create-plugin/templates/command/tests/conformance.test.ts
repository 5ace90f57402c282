import { definePluginConformance } from '@portcullis/testing/vitest';
import { lightHouse } from '../src/index.ts';
import { SAMPLES } from '../src/samples.ts';

// The conformance kit for every plugin: the README of @portcullis/testing describes each case.
definePluginConformance({
  plugin: lightHouse(),
  samples: [
    { name: 'password', mode: 'automatic', config: SAMPLES.password },
    { name: 'password, by script', mode: 'manual', config: { ...SAMPLES.password, username: 'governance-account' } },
  ],
  edits: [
    { name: 'more access', sample: 'password', changes: { access: 'read-write' } },
    { name: 'more access by script', sample: 'password, by script', changes: { access: 'read-write' } },
  ],
  silent: (port) => ({
    plugin: lightHouse({ localHosts: 'allowed', tls: 'off' }),
    config: { ...SAMPLES.password, host: '127.0.0.1', port },
  }),
});
