import { definePluginConformance } from '@portcullis/testing/vitest';
import { lighthouse } from '../src/index.ts';
import { SAMPLE } from '../src/samples.ts';

// The conformance kit for every plugin: the README of @portcullis/testing describes each case.
definePluginConformance({
  plugin: lighthouse(),
  samples: [
    { name: 'client', mode: 'automatic', config: SAMPLE },
    { name: 'prepared client', mode: 'manual', config: { ...SAMPLE, role: 'manual', clientId: 'prepared' } },
  ],
  edits: [
    { name: 'write', sample: 'client', changes: { privilege: 'write' } },
    { name: 'write', sample: 'prepared client', changes: { privilege: 'write' } },
  ],
  silent: (port) => ({ plugin: lighthouse({ endpoint: `http://127.0.0.1:${port}` }), config: SAMPLE }),
});
