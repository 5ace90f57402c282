import assert from 'node:assert/strict';
import { ADMIN } from '../../plugin-kit/kit-run/create-kit-run.ts';
import { ignoreRefusal } from '../../plugin-kit/kit-run/ignore-refusal.ts';
import { isPrerequisite, objectsOf, type SampleObject } from '../../plugin-kit/kit-run/sample-objects.ts';
import { bodyOf } from '../../plugin-kit/kit-run/set-up.ts';
import type { ResolvedSample } from '../../plugin-kit/plugin-subject.ts';
import { sweptOf } from '../../plugin-kit/swept.ts';
import { hasLibrarySample, type RealCase, realCase, runsScripts } from '../real-case.ts';
import {
  isSetUpByLibrary,
  latestObservations,
  librarySamples,
  type RealRun,
  type RealSubject,
  scriptSamples,
  withRealRun,
} from '../real-run.ts';
import { scriptsOf } from '../scripts.ts';

/** The treatment of a foreign object that has the name of a managed object. */
export const FOREIGN_CASES: readonly RealCase[] = [
  realCase(
    'leaves-foreign-objects',
    (subject) =>
      withEachForeign(subject, librarySamples(subject), async (run, sample) => {
        await ignoreRefusal(run.integrations.create(ADMIN, bodyOf(run.subject, sample)));
        await ignoreRefusal(run.integrations.whenIdle(1));
        await ignoreRefusal(run.integrations.remove(ADMIN, 1, sample.credentials));
        await ignoreRefusal(run.integrations.whenIdle(1));
      }),
    hasLibrarySample,
  ),
  realCase(
    'scripts-leave-foreign-objects',
    (subject) =>
      withEachForeign(subject, scriptSamples(subject), async (run, sample) => {
        const kinds = ['initial-create', 'create', 'cleanup', 'post-cleanup'] as const;
        // A script may stop at the foreign object; the form of its message depends on the platform.
        for (const { script } of await scriptsOf(run, sample, kinds)) {
          await run.platform.runScript?.(script, { confirms: false });
        }
      }),
    runsScripts,
  ),
];

type Attempt = (run: RealRun, sample: ResolvedSample) => Promise<void>;

async function withEachForeign(
  subject: RealSubject,
  samples: readonly ResolvedSample[],
  attempt: Attempt,
): Promise<void> {
  let tried = 0;
  for (const [index, sample] of samples.entries()) {
    const isSwept = sweptOf(subject.subject, index);
    let made = 0;
    const objects = objectsOf(subject.subject, sample).filter(
      (object) => !isPrerequisite(object) && !object.described.shared,
    );
    for (const object of objects) {
      await withRealRun(subject, async (run) => {
        const entry = await makeForeign(run, object);
        if (entry === undefined) return;
        made += 1;
        if (!isSwept(made - 1)) return;
        await tryForeign(run, sample, { object, entry }, attempt);
        tried += 1;
      });
    }
  }
  assert.ok(tried > 0, 'The platform has created no foreign object: make() must create at least one.');
}

/** A foreign object, and its entry in the view of the platform. */
interface PlantedObject {
  readonly object: SampleObject;
  readonly entry: string;
}

/** Resolves with the entry of the object, or undefined if the platform cannot create it. */
async function makeForeign({ platform }: RealRun, { declared }: SampleObject): Promise<string | undefined> {
  const { key, kind, name } = declared;
  return platform.make({ key, kind, name });
}

async function tryForeign(
  run: RealRun,
  sample: ResolvedSample,
  { object: { declared }, entry }: PlantedObject,
  attempt: Attempt,
): Promise<void> {
  const { key, kind, name } = declared;
  const before = await run.platform.look();
  assert.notEqual(before[entry], undefined, `The result of look() has no "${entry}", which make() returned.`);
  await attempt(run, sample);
  const after = await run.platform.look();
  assert.deepEqual(
    after[entry],
    before[entry],
    `The foreign ${kind} ${name} is changed or dropped by "${sample.name}".`,
  );
  // A script may stop in the middle; an administrator then decides how to continue.
  if (!isSetUpByLibrary(run.subject, sample)) return;
  assert.deepEqual(
    after,
    before,
    `With the foreign ${kind} ${name} on the platform, objects of "${sample.name}" are left.`,
  );
  const seen = latestObservations(run, sample).find(({ object }) => object.key === key);
  assert.equal(seen?.observation?.state, 'foreign', `The foreign ${kind} ${name} is not observed as foreign.`);
}
