import { definePluginConformance } from '@portcullis/testing/vitest';
import { mariadb } from '../src/index.ts';
import { SAMPLES } from '../src/samples.ts';

const [sample = {}] = Object.values(SAMPLES);

// The conformance suite that every plugin must pass: see the README of @portcullis/testing for what each case does.
definePluginConformance({
  plugin: mariadb(),
  samples: [
    { name: 'password', mode: 'automatic', config: SAMPLES.password },
    { name: 'password, by script', mode: 'manual', config: { ...SAMPLES.password, username: 'governance_account' } },
  ],
  edits: [
    { name: 'more connections', sample: 'password', changes: { connectionLimit: 30 } },
    { name: 'fewer connections', sample: 'password, by script', changes: { connectionLimit: 5 } },
  ],
  facts: { serverVersion: '11.8.2-MariaDB' },
  silent: (port) => ({
    plugin: mariadb({
      localHosts: 'allowed',
    }),
    config: { ...sample, host: '127.0.0.1', port },
  }),
});
