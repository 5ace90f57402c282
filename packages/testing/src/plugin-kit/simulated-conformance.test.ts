import { simulatedSamples } from '../simulated/plugin/simulated-samples.ts';
import { definePluginConformance } from './define-plugin-conformance.ts';
import { goodSubject } from './fixture/good-subject.ts';

const [everything] = simulatedSamples;

definePluginConformance(
  goodSubject({
    more: ({ samples, edits = [] }) => ({
      sweep: process.env.PORTCULLIS_TESTS === 'sampled' ? 'sampled' : 'whole',
      samples: [...samples, { name: 'everything', mode: 'automatic', config: { ...everything, database: 'third' } }],
      edits: [
        ...edits,
        { name: 'shorter', sample: 'everything', changes: { retentionDays: 7, volume: { size: 20 } } },
        { name: 'another role', sample: 'everything', changes: { impersonation: { enabled: true, role: 'players' } } },
      ],
    }),
  }),
);
