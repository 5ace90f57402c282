import { defineRealPlatformConformance } from '@portcullis/testing/vitest';
import { lighthouse } from '../../src/index.ts';
import { SAMPLE } from '../../src/samples.ts';
import { startEmulator } from '../support/start-emulator.ts';
import { openPlatform } from './open-platform.ts';

// Started first, because the option of the plugin has its address.
const emulator = await startEmulator();

// The conformance kit for real platforms: the README of @portcullis/testing describes each case.
defineRealPlatformConformance({
  sweep: 'sampled',
  plugin: lighthouse({ endpoint: emulator.address }),
  createPlatform: async () => openPlatform(emulator),
  samples: () => [
    { name: 'client', mode: 'automatic', config: SAMPLE },
    { name: 'prepared client', mode: 'manual', config: { ...SAMPLE, role: 'manual', clientId: 'prepared' } },
  ],
  edits: [
    { name: 'write', sample: 'client', changes: { privilege: 'write' } },
    { name: 'write', sample: 'prepared client', changes: { privilege: 'write' } },
  ],
  drifts: [
    {
      name: 'another privilege',
      object: 'catalog-grant',
      change: async ({ state: { grants } }) =>
        grants.set(grants.items.map((each) => ({ ...each, privilege: 'write' }))),
    },
    {
      name: 'a revoked privilege',
      object: 'catalog-grant',
      state: 'missing',
      change: async ({ state: { grants } }) => grants.set([]),
    },
  ],
});
