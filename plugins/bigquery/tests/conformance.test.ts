import { definePluginConformance } from '@portcullis/testing/vitest';
import { bigquery } from '../src/index.ts';
import { SAMPLES } from '../src/samples.ts';

const [config = {}] = SAMPLES;

definePluginConformance({
  sweep: process.env.PORTCULLIS_TESTS === 'sampled' ? 'sampled' : 'whole',
  plugin: bigquery(),
  samples: [{ name: 'a key', mode: 'manual', config }],
  edits: [{ name: 'another role', sample: 'a key', changes: { role: 'portcullis2' } }],
  silent: (port) => {
    const address = `http://127.0.0.1:${port}`;
    const endpoints = { token: address, bigquery: address, resourceManager: address, iam: address };
    return { plugin: bigquery({ endpoints }), config };
  },
});
