import assert from 'node:assert/strict';
import { allOf, isEditable } from '../../plugin-kit/applies.ts';
import { ADMIN } from '../../plugin-kit/kit-run/create-kit-run.ts';
import { objectsOf } from '../../plugin-kit/kit-run/sample-objects.ts';
import { assertStatus } from '../../plugin-kit/kit-run/set-up.ts';
import type { ResolvedSample } from '../../plugin-kit/plugin-subject.ts';
import { hasLibrarySample, type RealCase, realCase } from '../real-case.ts';
import {
  assertNoDrift,
  assertValid,
  isSetUpByLibrary,
  librarySamples,
  type RealSubject,
  remove,
  setUp,
  update,
  withRealRun,
} from '../real-run.ts';

/** Changes of an integration: by an edit, on the platform itself, and of its secret. */
export const CHANGE_CASES: readonly RealCase[] = [
  realCase(
    'edits-and-back',
    async (subject) => {
      for (const { from, to } of editsOf(subject)) {
        await withRealRun(subject, async (run) => {
          const before = await run.platform.look();
          const id = await setUp(run, from);
          const made = await run.platform.look();
          await update(run, id, to);
          await assertNoDrift(run, id, to, `After editing to "${to.name}"`);
          await update(run, id, from);
          assert.deepEqual(
            await run.platform.look(),
            made,
            `The reverse edit from "${to.name}" does not restore the earlier state.`,
          );
          await remove(run, id, from);
          assert.deepEqual(
            await run.platform.look(),
            before,
            `After editing to "${to.name}" and deleting, objects are left.`,
          );
        });
      }
    },
    allOf(
      ({ subject }: RealSubject) => isEditable(subject),
      (subject) => editsOf(subject).length > 0 || 'There is no edit of a sample that the library sets up.',
    ),
  ),
  realCase(
    'sees-changes',
    async (subject) => {
      for (const { name, object, sample: of, state = 'changed', change } of subject.drifts) {
        const sample = librarySamples(subject).find((each) => of === undefined || each.name === of);
        assert.ok(sample, `The drift "${name}" refers to no sample that the library sets up.`);
        await withRealRun(subject, async (run) => {
          const before = await run.platform.look();
          const id = await setUp(run, sample);
          const made = await run.platform.look();
          await change(subject.platform);
          const { findings } = await run.integrations.drift(ADMIN, id, sample.credentials);
          const reported = findings.filter((finding) => finding.state === state).map((finding) => finding.object.key);
          assert.deepEqual(reported, [object], `The change "${name}" does not report ${object} as ${state}.`);
          if (run.subject.definition.editable) {
            await update(run, id, sample);
            assert.deepEqual(await run.platform.look(), made, `The repair of "${name}" does not restore the platform.`);
          }
          await remove(run, id, sample);
          assert.deepEqual(
            await run.platform.look(),
            before,
            `After the change "${name}" and deleting, objects are left.`,
          );
        });
      }
    },
    ({ drifts }) => drifts.length > 0 || 'The options contain no `drifts`.',
  ),
  realCase(
    'rotates-secrets',
    async (subject) => {
      for (const sample of rotatingSamples(subject)) {
        await withRealRun(subject, async (run) => {
          const before = await run.platform.look();
          const id = await setUp(run, sample);
          await run.integrations.rotateSecret(ADMIN, id, sample.credentials ?? {});
          await assertStatus(run, id, 'enabled', `replacing the secret of "${sample.name}"`);
          await assertValid(run, id, sample, 'With a new secret');
          await remove(run, id, sample);
          assert.deepEqual(
            await run.platform.look(),
            before,
            `With a new secret, objects of "${sample.name}" are left.`,
          );
        });
      }
    },
    (subject) => rotatingSamples(subject).length > 0 || 'No object has a secret that can be replaced.',
  ),
];

function editsOf({ subject }: RealSubject) {
  return subject.edits.filter(({ from }) => isSetUpByLibrary(subject, from));
}

function rotatingSamples(subject: RealSubject): readonly ResolvedSample[] {
  if (hasLibrarySample(subject) !== true) return [];
  return librarySamples(subject).filter((sample) =>
    objectsOf(subject.subject, sample).some(({ declared }) => declared.rotate),
  );
}
