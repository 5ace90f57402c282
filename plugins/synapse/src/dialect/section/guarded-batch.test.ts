import { expect, it } from 'vitest';
import { guardedBatch } from './guarded-batch.ts';

it('doubles the percent signs of a name in the message of THROW', () => {
  const step = { text: 'CREATE ROLE [50% off]', alone: false, first: true, action: 'create' } as const;
  const object = { key: 'role', kind: 'role', name: '50% off' };
  const foreignContents = [{ list: 'SELECT 1' }];
  const batches = (['create', 'drop'] as const).map((action) =>
    guardedBatch({
      action,
      object,
      exists: 'SELECT 2',
      ours: 'SELECT 3',
      foreignContents,
      steps: [{ ...step, object }],
    }),
  );
  for (const batch of batches) expect(batch).toMatch(/THROW 50000, N'Portcullis stopped at role "50%% off": /);
});
