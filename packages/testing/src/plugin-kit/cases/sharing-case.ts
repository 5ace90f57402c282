import assert from 'node:assert/strict';
import { allOf, hasObjects } from '../applies.ts';
import { assertNone } from '../assert-none.ts';
import { withKitRun } from '../kit-run/create-kit-run.ts';
import { objectsOf, plantPrerequisites, type SampleObject } from '../kit-run/sample-objects.ts';
import { remove, setUp } from '../kit-run/set-up.ts';
import { pluginCase } from '../plugin-case.ts';
import type { PluginSubject, ResolvedSample } from '../plugin-subject.ts';

/** Two integrations of one server share an object, which is dropped with the last of them. */
export const SHARING_CASE = pluginCase(
  'shares-with-owners',
  async (subject) => {
    const pairs = pairsOf(subject);
    assert.notDeepEqual(
      pairs,
      [],
      'Add two samples of one mode with one server and two targets, which share an object.',
    );
    for (const [first, second] of pairs) {
      for (const removed of [first, second]) {
        await withKitRun(subject, async (kitRun) => {
          for (const sample of [first, second]) plantPrerequisites(kitRun.platform, subject, sample);
          const before = kitRun.platform.snapshot();
          const ids = new Map([
            [first, await setUp(kitRun, first)],
            [second, await setUp(kitRun, second)],
          ]);
          const remaining = removed === first ? second : first;
          await remove(kitRun, ids.get(removed) as number, removed);
          const missing = sharedOf(subject, remaining).filter(
            ({ described }) =>
              !kitRun.platform.objects.some(({ kind, name }) => kind === described.kind && name === described.name),
          );
          const names = missing.map(({ described }) => `${described.kind} ${described.name}`);
          assertNone(names, `The removal of "${removed.name}" drops objects that "${remaining.name}" still needs.`);
          await remove(kitRun, ids.get(remaining) as number, remaining);
          assert.deepEqual(
            kitRun.platform.snapshot(),
            before,
            'The removal of the last owner does not drop a shared object.',
          );
        });
      }
    }
  },
  allOf(hasObjects, (subject) => {
    const isSharing = subject.samples.some((sample) => sharedOf(subject, sample).length > 0);
    return isSharing ? true : 'No sample has a shared object.';
  }),
);

function sharedOf(subject: PluginSubject, sample: ResolvedSample): readonly SampleObject[] {
  return objectsOf(subject, sample).filter(({ described }) => described.shared);
}

/** Returns pairs of samples of one mode with different targets that share an object. */
function pairsOf(subject: PluginSubject): readonly (readonly [ResolvedSample, ResolvedSample])[] {
  const { samples, definition } = subject;
  const identity = ({ parsed }: ResolvedSample) =>
    JSON.stringify(parsed ? definition.target(parsed)?.identity : undefined);
  return samples.flatMap((first, index) =>
    samples.slice(index + 1).flatMap((second): (readonly [ResolvedSample, ResolvedSample])[] => {
      const addresses = sharedOf(subject, second).map(({ described }) => described.address);
      const isSharing = sharedOf(subject, first).some(({ described }) => addresses.includes(described.address));
      return isSharing && first.mode === second.mode && identity(first) !== identity(second) ? [[first, second]] : [];
    }),
  );
}
