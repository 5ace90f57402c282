import assert from 'node:assert/strict';
import { ADMIN } from '../../plugin-kit/kit-run/create-kit-run.ts';
import { objectsOf } from '../../plugin-kit/kit-run/sample-objects.ts';
import type { ResolvedSample } from '../../plugin-kit/plugin-subject.ts';
import { isAutomatic, isEditable, type RealCase, realCase } from '../real-case.ts';
import {
  assertNoDrift,
  assertStatus,
  automaticSamples,
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
          assert.deepEqual(await run.platform.look(), made, `From "${to.name}" the way back leads elsewhere.`);
          await remove(run, id, from);
          assert.deepEqual(await run.platform.look(), before, `After editing to "${to.name}", something is left.`);
        });
      }
    },
    (subject) => {
      if (isEditable(subject) !== true) return isEditable(subject);
      return editsOf(subject).length > 0 || 'No edit changes a sample that is set up automatically.';
    },
  ),
  realCase(
    'sees-changes',
    async (subject) => {
      for (const { name, object, sample: of, change } of subject.drifts) {
        const sample = automaticSamples(subject).find((each) => of === undefined || each.name === of);
        assert.ok(sample, `The drift "${name}" names no sample that is set up automatically.`);
        await withRealRun(subject, async (run) => {
          const id = await setUp(run, sample);
          const made = await run.platform.look();
          await change(subject.platform);
          const { findings } = await run.integrations.drift(ADMIN, id, sample.credentials);
          const changed = findings.filter(({ state }) => state === 'changed').map((finding) => finding.object.key);
          assert.deepEqual(changed, [object], `The change "${name}" is not reported as a change of ${object}.`);
          await update(run, id, sample);
          assert.deepEqual(await run.platform.look(), made, `The repair of "${name}" does not restore the platform.`);
          await remove(run, id, sample);
        });
      }
    },
    ({ drifts }) => drifts.length > 0 || 'No change outside the library is given.',
  ),
  realCase(
    'rotates-secrets',
    async (subject) => {
      for (const sample of rotatingSamples(subject)) {
        await withRealRun(subject, async (run) => {
          const before = await run.platform.look();
          const id = await setUp(run, sample);
          await run.integrations.rotateSecret(ADMIN, id, sample.credentials ?? {});
          await assertStatus(run, id, 'enabled', `Replacing the secret of "${sample.name}"`);
          const { validationTests } = await run.integrations.validate(ADMIN, id);
          const failed = validationTests.filter(({ status }) => status === 'failed').map(({ name }) => name);
          assert.deepEqual(failed, [], `With a new secret, the service of "${sample.name}" fails its tests.`);
          await remove(run, id, sample);
          assert.deepEqual(
            await run.platform.look(),
            before,
            `With a new secret, something of "${sample.name}" is left.`,
          );
        });
      }
    },
    (subject) => rotatingSamples(subject).length > 0 || 'No object has a secret that can be replaced.',
  ),
];

function editsOf({ subject }: RealSubject) {
  return subject.edits.filter(({ from }) => from.mode === 'automatic');
}

function rotatingSamples(subject: RealSubject): readonly ResolvedSample[] {
  if (isAutomatic(subject) !== true) return [];
  return automaticSamples(subject).filter((sample) =>
    objectsOf(subject.subject, sample).some(({ declared }) => declared.rotate),
  );
}
