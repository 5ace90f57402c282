import { bigquery } from '@portcullis/plugin-bigquery';
import { defineRealPlatformConformance } from '@portcullis/testing/vitest';
import { makeAccount, startEmulator } from '../../../src/platforms/bigquery/emulator/emulator.ts';
import { openBigQueryPlatform } from '../../../src/platforms/bigquery/emulator-platform.ts';

const emulator = await startEmulator();
const account = emulator.admit(makeAccount());
const successor = emulator.admit(makeAccount('successor'));
emulator.roles.set('portcullis2', emulator.roles.get('portcullis') ?? []);

defineRealPlatformConformance({
  sweep: process.env.PORTCULLIS_TESTS === 'sampled' ? 'sampled' : 'whole',
  plugin: bigquery({ endpoints: emulator.endpoints }),
  createPlatform: () => openBigQueryPlatform(emulator),
  samples: () => [
    {
      name: 'a key',
      mode: 'manual',
      config: {
        role: 'portcullis',
        dataset: 'governance',
        datasetSuffix: '_secure',
        location: 'EU',
        credential: account.credential,
      },
    },
  ],
  edits: [
    { name: 'another role', sample: 'a key', changes: { role: 'portcullis2' } },
    { name: 'another account', sample: 'a key', changes: { credential: successor.credential } },
  ],
  drifts: [
    // A PUT refuses a dataset in another location: an administrator decides.
    {
      name: 'no dataset',
      object: 'dataset',
      state: 'missing',
      change: async ({ emulator: { datasets } }) => datasets.clear(),
    },
  ],
});
