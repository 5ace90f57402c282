import assert from 'node:assert/strict';
import { hasObjects } from '../applies.ts';
import { type PluginCase, pluginCase } from '../plugin-case.ts';
import type { PluginSubject } from '../plugin-subject.ts';
import { withTrial } from '../trial/create-trial.ts';
import { prepare } from '../trial/sample-objects.ts';
import { edit, setUp, takeDown } from '../trial/set-up.ts';

/** The state after an integration was created, edited and deleted. */
export const LIFECYCLE_CASES: readonly PluginCase[] = [
  pluginCase(
    'leaves-no-trace',
    async (subject) => {
      for (const sample of subject.samples) {
        await withTrial(subject, async (trial) => {
          prepare(trial.platform, subject, sample);
          const before = trial.platform.snapshot();
          const id = await setUp(trial, sample);
          await takeDown(trial, id, sample);
          assert.deepEqual(trial.platform.snapshot(), before, `Something of "${sample.name}" is left, or gone.`);
          assert.equal(trial.platform.openSessions, 0, `A session of "${sample.name}" is still open.`);
        });
      }
    },
    hasObjects,
  ),
  pluginCase(
    'edits-and-back',
    async (subject) => {
      assert.notDeepEqual(subject.edits, [], 'Give at least one edit: the type is editable.');
      for (const { from, to } of subject.edits) {
        const wanted = await withTrial(subject, async (trial) => {
          for (const sample of [from, to]) prepare(trial.platform, subject, sample);
          await setUp(trial, to);
          return trial.platform.snapshot();
        });
        await withTrial(subject, async (trial) => {
          for (const sample of [from, to]) prepare(trial.platform, subject, sample);
          const id = await setUp(trial, from);
          const before = trial.platform.snapshot();
          await edit(trial, id, to);
          assert.deepEqual(trial.platform.snapshot(), wanted, `Editing to "${to.name}" is not what setting it up is.`);
          await edit(trial, id, from);
          assert.deepEqual(trial.platform.snapshot(), before, `From "${to.name}" the way back leads elsewhere.`);
        });
      }
    },
    isEditable,
  ),
];

function isEditable(subject: PluginSubject): true | string {
  return subject.definition.editable ? hasObjects(subject) : 'PUT does not take the type.';
}
