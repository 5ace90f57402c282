import assert from 'node:assert/strict';
import { ADMIN } from '../../plugin-kit/kit-run/create-kit-run.ts';
import { isPrerequisite, objectsOf } from '../../plugin-kit/kit-run/sample-objects.ts';
import { bodyOf } from '../../plugin-kit/kit-run/set-up.ts';
import { hasLibrarySample, realCase } from '../real-case.ts';
import { assertNoDrift, latestObservations, librarySamples, remove, setUp, withRealRun } from '../real-run.ts';
import type { WatchedObservation } from '../watch-plugin.ts';

/** The plugin observes on the platform the values that it has declared. */
export const OBSERVATION_CASE = realCase(
  'observes-its-objects',
  async (subject) => {
    for (const sample of librarySamples(subject)) {
      await withRealRun(subject, async (run) => {
        const made = new Set(
          objectsOf(run.subject, sample)
            .filter((object) => !isPrerequisite(object))
            .map(({ declared }) => declared.key),
        );
        await run.integrations.create(ADMIN, bodyOf(run.subject, sample), { dryRun: true });
        const early = latestObservations(run, sample).filter(({ object }) => made.has(object.key));
        for (const { object, observation } of early) {
          const what = `${object.kind} ${object.name} of "${sample.name}"`;
          assert.equal(observation?.state, 'absent', `Before the set-up, the ${what} is not observed as absent.`);
        }
        const id = await setUp(run, sample);
        run.observations.length = 0;
        await assertNoDrift(run, id, sample, `After setting up "${sample.name}"`);
        const late = latestObservations(run, sample).filter(({ object }) => made.has(object.key));
        const observed = late.map(({ object }) => object.key);
        assert.deepEqual(
          observed.toSorted(),
          [...made].toSorted(),
          `Not every object of "${sample.name}" is observed.`,
        );
        for (const seen of late) assertDeclared(seen, sample.name);
        await remove(run, id, sample);
      });
    }
  },
  hasLibrarySample,
);

function assertDeclared({ object, observation }: WatchedObservation, sample: string): void {
  const what = `${object.kind} ${object.name} of "${sample}"`;
  assert.equal(observation?.state, 'ours', `After the set-up, the ${what} is not observed as ours.`);
  const names = Object.keys(object.desired);
  const values = Object.fromEntries(names.map((name) => [name, observation?.values?.[name]]));
  assert.deepEqual(
    values,
    object.desired,
    `The ${what} is observed with other values than those with which it was created.`,
  );
}
