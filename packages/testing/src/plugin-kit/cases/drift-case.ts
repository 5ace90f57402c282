import assert from 'node:assert/strict';
import { hasObjects } from '../applies.ts';
import { pluginCase } from '../plugin-case.ts';
import { ADMIN, type Trial, withTrial } from '../trial/create-trial.ts';
import { edit, setUp } from '../trial/set-up.ts';

/** The drift report of a platform that only the library has changed. */
export const DRIFT_CASE = pluginCase(
  'reports-no-drift',
  async (subject) => {
    for (const sample of subject.samples) {
      await withTrial(subject, async (trial) => {
        await holdClean(trial, await setUp(trial, sample), `setting up "${sample.name}"`);
      });
    }
    for (const { from, to } of subject.edits) {
      await withTrial(subject, async (trial) => {
        const id = await setUp(trial, from);
        await edit(trial, id, to);
        await holdClean(trial, id, `editing to "${to.name}"`);
        await edit(trial, id, from);
        await holdClean(trial, id, `editing "${to.name}" back`);
      });
    }
  },
  hasObjects,
);

/** Looks twice: a look changes nothing that the next one could find. */
async function holdClean({ integrations, platform }: Trial, id: number, doing: string): Promise<void> {
  const before = platform.snapshot();
  for (const look of ['first', 'second']) {
    const { status, findings, repair } = await integrations.drift(ADMIN, id, undefined);
    const seen = findings.map(({ state, object, difference }) => ({ state, name: object.name, difference }));
    assert.deepEqual(
      { status, findings: seen, repair: repair.length },
      { status: 'clean', findings: [], repair: 0 },
      `After ${doing}, the ${look} look reports false drift: ${JSON.stringify(seen)}.`,
    );
  }
  assert.deepEqual(platform.snapshot(), before, `After ${doing}, a look for drift changes something.`);
}
