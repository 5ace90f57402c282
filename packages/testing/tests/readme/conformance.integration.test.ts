import { createSimulatedPlatform, SIMULATED_CONFIG, simulatedPlugin } from '@portcullis/testing';
import { definePluginConformance } from '@portcullis/testing/vitest';

const byScript = { ...SIMULATED_CONFIG, username: 'gov_account', audit: { enabled: true } };

definePluginConformance({
  plugin: simulatedPlugin(createSimulatedPlatform()),
  samples: [
    { name: 'a password', mode: 'automatic', config: { ...SIMULATED_CONFIG, schema: 'views' } },
    { name: 'its neighbour', mode: 'automatic', config: { ...SIMULATED_CONFIG, database: 'other', schema: 'views' } },
    {
      name: 'by script',
      mode: 'manual',
      config: { ...byScript, port: 7000, initialDatabase: 'main', schema: 'views' },
    },
  ],
  edits: [
    { name: 'a shorter log', sample: 'a password', changes: { retentionDays: 7 } },
    { name: 'no trail', sample: 'by script', changes: { audit: undefined } },
  ],
  optOuts: [{ case: 'honours-abort', reason: 'It connects to nothing that could keep silent.' }],
});
