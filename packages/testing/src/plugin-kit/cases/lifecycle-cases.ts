import assert from 'node:assert/strict';
import { allOf, hasObjects, isEditable } from '../applies.ts';
import { withKitRun } from '../kit-run/create-kit-run.ts';
import { plantPrerequisites } from '../kit-run/sample-objects.ts';
import { edit, remove, setUp } from '../kit-run/set-up.ts';
import { type PluginCase, pluginCase } from '../plugin-case.ts';

/** The state after an integration was created, edited and deleted. */
export const LIFECYCLE_CASES: readonly PluginCase[] = [
  pluginCase(
    'leaves-no-trace',
    async (subject) => {
      for (const sample of subject.samples) {
        await withKitRun(subject, async (kitRun) => {
          plantPrerequisites(kitRun.platform, subject, sample);
          const before = kitRun.platform.snapshot();
          const id = await setUp(kitRun, sample);
          await remove(kitRun, id, sample);
          assert.deepEqual(
            kitRun.platform.snapshot(),
            before,
            `After the removal of "${sample.name}", objects are left, or others are missing.`,
          );
          assert.equal(kitRun.platform.openSessions, 0, `A session of "${sample.name}" is still open.`);
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
        const wanted = await withKitRun(subject, async (kitRun) => {
          for (const sample of [from, to]) plantPrerequisites(kitRun.platform, subject, sample);
          await setUp(kitRun, to);
          return kitRun.platform.snapshot();
        });
        await withKitRun(subject, async (kitRun) => {
          for (const sample of [from, to]) plantPrerequisites(kitRun.platform, subject, sample);
          const id = await setUp(kitRun, from);
          const before = kitRun.platform.snapshot();
          await edit(kitRun, id, to);
          assert.deepEqual(
            kitRun.platform.snapshot(),
            wanted,
            `An edit to "${to.name}" ends in another state than its set-up.`,
          );
          await edit(kitRun, id, from);
          assert.deepEqual(
            kitRun.platform.snapshot(),
            before,
            `The reverse edit from "${to.name}" does not restore the earlier state.`,
          );
        });
      }
    },
    allOf(isEditable, hasObjects),
  ),
];
