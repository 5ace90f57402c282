import { sql } from '@portcullis/plugin-api';
import { describe } from 'vitest';
import { definePluginConformance } from './define-plugin-conformance.ts';
import { goodSubject } from './fixture/good-subject.ts';

describe('a plugin that saves the changes at the end of each stage', () => {
  definePluginConformance(
    goodSubject({
      definition: (good) => ({
        stages: good.stages.map((stage) => ({
          ...stage,
          finish: () => ({ steps: [{ text: sql`SAVE CHANGES` }], why: 'Writes the changes to the disk.' }),
        })),
      }),
      more: () => ({ sweep: 'sampled' }),
    }),
  );
});
