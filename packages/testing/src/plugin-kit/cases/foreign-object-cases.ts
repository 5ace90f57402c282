import assert from 'node:assert/strict';
import type { SimulatedPlatform } from '../../simulated/platform/simulated-platform.ts';
import { hasObjects } from '../applies.ts';
import { ADMIN, type KitRun, withKitRun } from '../kit-run/create-kit-run.ts';
import { ignoreRefusal } from '../kit-run/ignore-refusal.ts';
import {
  isMadeByLibrary,
  isPrerequisite,
  objectsOf,
  plantForeign,
  plantPrerequisites,
  type SampleObject,
} from '../kit-run/sample-objects.ts';
import { bodyOf, remove, runScripts, setUp } from '../kit-run/set-up.ts';
import { type PluginCase, pluginCase } from '../plugin-case.ts';
import type { PluginSubject, ResolvedEdit, ResolvedSample } from '../plugin-subject.ts';
import { sweptOf } from '../swept.ts';

/** The treatment of foreign objects, and of objects that cannot be observed. */
export const FOREIGN_OBJECT_CASES: readonly PluginCase[] = [
  pluginCase(
    'leaves-foreign-objects',
    async (subject) => {
      await withEachObject(subject, async (kitRun, sample, object) => {
        plantForeign(kitRun.platform, object);
        await assertConflictReported(kitRun, sample, object);
        await assertForeignUnchanged(kitRun, sample, object);
      });
      for (const [index, each] of subject.definition.editable ? subject.edits.entries() : []) {
        // Only top-level objects: an inner object exists only while its container exists.
        const topLevel = exclusiveObjects(subject, each.from).filter(({ declared }) => declared.within === undefined);
        for (const object of swept(subject, index, topLevel)) {
          await withKitRun(subject, (kitRun) => assertEditLeavesForeign(kitRun, each, object));
        }
      }
    },
    hasObjects,
  ),
  pluginCase(
    'respects-unknown',
    async (subject) => {
      await withEachObject(subject, async (kitRun, sample, object) => {
        plantForeign(kitRun.platform, object);
        kitRun.platform.hide(object.described.kind);
        await assertForeignUnchanged(kitRun, sample, object);
      });
      for (const [index, sample] of subject.samples.entries()) {
        const kinds = new Set(objectsOf(subject, sample).map(({ described }) => described.kind));
        for (const kind of swept(subject, index, [...kinds]))
          await withKitRun(subject, (kitRun) => assertInvisibleKept(kitRun, sample, kind));
      }
    },
    hasObjects,
  ),
];

/** Starts a kit run for each swept object that the library creates exclusively for one integration. */
async function withEachObject(
  subject: PluginSubject,
  work: (kitRun: KitRun, sample: ResolvedSample, object: SampleObject) => Promise<void>,
): Promise<void> {
  for (const [index, sample] of subject.samples.entries()) {
    for (const object of swept(subject, index, exclusiveObjects(subject, sample))) {
      await withKitRun(subject, async (kitRun) => {
        plantPrerequisites(kitRun.platform, subject, sample);
        await work(kitRun, sample, object);
      });
    }
  }
}

/** Returns the objects of a sample or an edit that the sweep tries. */
function swept<Each>(subject: PluginSubject, index: number, all: readonly Each[]): readonly Each[] {
  const isSwept = sweptOf(subject, index);
  return all.filter((_, at) => isSwept(at));
}

/** Returns the objects of a sample that the library creates exclusively for one integration. */
function exclusiveObjects(subject: PluginSubject, sample: ResolvedSample): readonly SampleObject[] {
  return objectsOf(subject, sample).filter(
    (object) => !isPrerequisite(object) && !object.described.shared && isMadeByLibrary(object, sample),
  );
}

/**
 * Asserts that a dry run reports the conflict with a foreign object, in its results or, if the set-up may begin, in its
 * plan.
 */
async function assertConflictReported(
  kitRun: KitRun,
  sample: ResolvedSample,
  { declared, described }: SampleObject,
): Promise<void> {
  const { subject, platform, integrations } = kitRun;
  const { kind, name } = described;
  const isThere = platform.objects.some((each) => each.kind === kind && each.name === name && each.mark === null);
  // Without its container, there is no conflict.
  if (!isThere || declared.within !== undefined || sample.mode === 'manual') return;
  const dryRun = await integrations.create(ADMIN, bodyOf(subject, sample), { dryRun: true }).catch(() => undefined);
  if (dryRun === undefined || !('plan' in dryRun)) return;
  const { validationResults, plan } = dryRun;
  // If the name depends on the mark, the planted object causes no conflict.
  if (!plan.steps.some(({ object }) => object.kind === kind && object.name === name)) return;
  const reported = validationResults.validationTests
    .filter(({ status }) => status === 'failed' || status === 'warning')
    .map(({ message = '' }) => message);
  assert.ok(
    reported.some((message) => message.includes(name)),
    `The dry run of "${sample.name}" passes and does not report the foreign ${kind} ${name}.`,
  );
  assert.ok(
    validationResults.status === 'failed' || plan.warnings.some((warning) => warning.includes(name)),
    `The plan of "${sample.name}" does not report the conflict with the foreign ${kind} ${name}.`,
  );
}

/** Asserts that the foreign object is unchanged in the end, for any outcome of the integration. */
async function assertForeignUnchanged(kitRun: KitRun, sample: ResolvedSample, object: SampleObject): Promise<void> {
  const { subject, platform, integrations } = kitRun;
  const before = foreignObjectOf(platform, object);
  if (sample.mode === 'manual') await runScripts(kitRun, sample, ['initial-create', 'create']);
  const { kind, name } = object.described;
  await ignoreRefusal(integrations.create(ADMIN, bodyOf(subject, sample)));
  await ignoreRefusal(integrations.whenIdle(1));
  assert.deepEqual(
    foreignObjectOf(platform, object),
    before,
    `Setting up "${sample.name}" changes a foreign ${kind} ${name}.`,
  );
  await ignoreRefusal(integrations.remove(ADMIN, 1, sample.credentials));
  await ignoreRefusal(integrations.whenIdle(1));
  assert.deepEqual(
    foreignObjectOf(platform, object),
    before,
    `Deleting "${sample.name}" changes a foreign ${kind} ${name}.`,
  );
}

/**
 * Asserts that an edit does not change a foreign object that has replaced a managed one, even if it would rename or
 * replace the managed one.
 */
async function assertEditLeavesForeign(
  kitRun: KitRun,
  { from, to }: ResolvedEdit,
  object: SampleObject,
): Promise<void> {
  const { subject, platform, integrations } = kitRun;
  plantPrerequisites(platform, subject, to);
  const id = await setUp(kitRun, from);
  const { kind, name } = object.described;
  platform.tamper({ kind, name }, { mark: null });
  const before = foreignObjectOf(platform, object);
  if (to.mode === 'manual') await runScripts(kitRun, to, ['edit'], id);
  await ignoreRefusal(integrations.update(ADMIN, id, bodyOf(subject, to)));
  await integrations.whenIdle(id);
  assert.deepEqual(
    foreignObjectOf(platform, object),
    before,
    `Editing to "${to.name}" changes a foreign ${kind} ${name}.`,
  );
}

function foreignObjectOf(platform: SimulatedPlatform, { described }: SampleObject): unknown {
  const { kind, name, server, place } = described;
  return platform.objects.find(
    (each) => each.kind === kind && each.name === name && each.server === server && each.place === place,
  );
}

/** Asserts that a managed object that is no longer visible is neither created again nor forgotten. */
async function assertInvisibleKept(kitRun: KitRun, sample: ResolvedSample, kind: string): Promise<void> {
  const { subject, platform, integrations } = kitRun;
  plantPrerequisites(platform, subject, sample);
  const before = platform.snapshot();
  const id = await setUp(kitRun, sample);
  const made = platform.snapshot();
  const show = platform.hide(kind);
  if (subject.definition.editable) {
    await ignoreRefusal(integrations.update(ADMIN, id, bodyOf(subject, sample)));
    await integrations.whenIdle(id);
  }
  await ignoreRefusal(integrations.validate(ADMIN, id));
  assert.deepEqual(
    platform.snapshot(),
    made,
    `With every ${kind} hidden, an edit of "${sample.name}" without changes changes the platform.`,
  );
  show();
  await remove(kitRun, id, sample);
  assert.deepEqual(
    platform.snapshot(),
    before,
    `After every ${kind} was hidden, objects of "${sample.name}" are left.`,
  );
}
