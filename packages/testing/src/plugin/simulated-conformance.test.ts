import { createSimulatedPlatform } from '../simulated-platform/create-simulated-platform.ts';
import { simulatedPlugin } from '../simulated-plugin/simulated-plugin.ts';
import { simulatedSamples } from '../simulated-plugin/simulated-samples.ts';
import { definePluginConformance } from './define-plugin-conformance.ts';

const [rich = {}, withKey = {}] = simulatedSamples;

definePluginConformance({
  plugin: simulatedPlugin(createSimulatedPlatform()),
  samples: [
    { name: 'everything', mode: 'automatic', config: rich },
    { name: 'a key pair', mode: 'automatic', config: withKey },
    { name: 'everything by script', mode: 'manual', config: { ...rich, username: 'account' } },
  ],
  edits: [
    { name: 'shorter', sample: 'everything', changes: { retentionDays: 7, volume: { size: 20 } } },
    { name: 'without trail', sample: 'everything', changes: { audit: undefined } },
  ],
});
