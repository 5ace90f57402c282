import assert from 'node:assert/strict';
import { hasObjects } from '../applies.ts';
import { withKitRun } from '../kit-run/create-kit-run.ts';
import { prepare } from '../kit-run/sample-objects.ts';
import { edit, setUp, takeDown } from '../kit-run/set-up.ts';
import { type PluginCase, pluginCase } from '../plugin-case.ts';
import type { PluginSubject } from '../plugin-subject.ts';

/** The state after an integration was created, edited and deleted. */
export const LIFECYCLE_CASES: readonly PluginCase[] = [
  pluginCase(
    'leaves-no-trace',
    async (subject) => {
      for (const sample of subject.samples) {
        await withKitRun(subject, async (kitRun) => {
          prepare(kitRun.platform, subject, sample);
          const before = kitRun.platform.snapshot();
          const id = await setUp(kitRun, sample);
          await takeDown(kitRun, id, sample);
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
          for (const sample of [from, to]) prepare(kitRun.platform, subject, sample);
          await setUp(kitRun, to);
          return kitRun.platform.snapshot();
        });
        await withKitRun(subject, async (kitRun) => {
          for (const sample of [from, to]) prepare(kitRun.platform, subject, sample);
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
    isEditable,
  ),
];

function isEditable(subject: PluginSubject): true | string {
  return subject.definition.editable ? hasObjects(subject) : 'PUT does not accept the type.';
}
