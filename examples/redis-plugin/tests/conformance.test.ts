import { definePluginConformance } from '@portcullis/testing/vitest';
import { redis } from '../src/index.ts';
import { SAMPLES } from '../src/samples.ts';

// The conformance kit for every plugin: the README of @portcullis/testing describes each case.
definePluginConformance({
  plugin: redis(),
  samples: [
    { name: 'password', mode: 'automatic', config: SAMPLES.password },
    { name: 'without a file', mode: 'automatic', config: { ...SAMPLES.password, persistence: 'none' } },
    { name: 'password, by script', mode: 'manual', config: { ...SAMPLES.password, username: 'governance-account' } },
  ],
  edits: [
    { name: 'more access', sample: 'password', changes: { access: 'read-write' } },
    { name: 'saved from now on', sample: 'without a file', changes: { persistence: 'acl-file', access: 'read-write' } },
    { name: 'more access by script', sample: 'password, by script', changes: { access: 'read-write' } },
  ],
  silent: (port) => ({
    plugin: redis({ localHosts: 'allowed', tls: 'off' }),
    config: { ...SAMPLES.password, host: '127.0.0.1', port },
  }),
});
