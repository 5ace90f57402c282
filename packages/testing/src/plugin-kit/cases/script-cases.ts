import assert from 'node:assert/strict';
import { SimulatedFailure } from '../../simulated/platform/simulated-failure.ts';
import { hasScripts } from '../applies.ts';
import { assertNone } from '../assert-none.ts';
import { isRepeatable } from '../guards/repeatable.ts';
import { type KitRun, withKitRun } from '../kit-run/create-kit-run.ts';
import { configScripts, everyScript } from '../kit-run/every-script.ts';
import { objectsOf, plantForeign, plantPrerequisites, type SampleObject } from '../kit-run/sample-objects.ts';
import { type RanScript, runScripts } from '../kit-run/set-up.ts';
import { type PluginCase, pluginCase } from '../plugin-case.ts';
import { manualSamples, type ResolvedSample } from '../plugin-subject.ts';

/** The effects of a plugin's scripts when an administrator runs them. */
export const SCRIPT_CASES: readonly PluginCase[] = [
  pluginCase(
    'scripts-are-deterministic',
    async (subject) => {
      for (const sample of manualSamples(subject)) {
        const write = () => withKitRun(subject, (kitRun) => everyScript(kitRun, sample));
        const [first, second] = [await write(), await write()];
        for (const [index, { kind, script }] of first.entries()) {
          assert.equal(
            second[index]?.script,
            script,
            `The ${kind} script of "${sample.name}" differs the second time.`,
          );
        }
      }
    },
    hasScripts,
  ),
  pluginCase(
    'scripts-run-twice',
    async (subject) => {
      for (const sample of manualSamples(subject)) {
        await withKitRun(subject, async (kitRun) => {
          plantPrerequisites(kitRun.platform, subject, sample);
          await assertSecondRunChangesNothing(kitRun, sample, ['initial-create', 'create']);
          await assertSecondRunChangesNothing(kitRun, sample, ['cleanup', 'post-cleanup']);
        });
      }
    },
    hasScripts,
  ),
  pluginCase(
    'scripts-leave-foreign-objects',
    async (subject) => {
      for (const sample of manualSamples(subject)) {
        for (const object of objectsOf(subject, sample).filter(isPrincipalOrContainer)) {
          await withKitRun(subject, (kitRun) => assertForeignUntouched(kitRun, sample, object));
        }
      }
    },
    hasScripts,
  ),
];

type Kinds = Parameters<typeof runScripts>[2];

async function assertSecondRunChangesNothing(kitRun: KitRun, sample: ResolvedSample, kinds: Kinds): Promise<void> {
  await runScripts(kitRun, sample, kinds);
  const once = kitRun.platform.snapshot();
  const again = await runScripts(kitRun, sample, kinds);
  assert.deepEqual(kitRun.platform.snapshot(), once, `A second run of ${kinds.join(' and ')} changes the platform.`);
  const unannounced = again.flatMap(unannouncedRefusals);
  assertNone(unannounced, 'The platform refuses a statement of a second run that has neither a guard nor a warning.');
}

/** Returns statements that the platform refused without a warning in the script. */
function unannouncedRefusals({ refused, warnings }: RanScript): readonly string[] {
  return refused
    .filter(({ text }) => !isRepeatable(text))
    .filter(({ name }) => !warnings.some((warning) => warning.includes(name) || warning.includes('cannot guard')))
    .map(({ text, failureClass }) => `${failureClass}: ${text}`);
}

/**
 * Returns whether an object must not be altered or dropped without a check that it is ours: guarded objects,
 * containers, and accounts that can sign in.
 */
function isPrincipalOrContainer({ declared }: SampleObject, _index: number, all: readonly SampleObject[]): boolean {
  if (declared.sharing === 'required' || declared.create.length === 0) return false;
  const isNamed = all.some(
    ({ declared: other }) => other.within === declared.key || (other.blocks ?? []).includes(declared.key),
  );
  return declared.guard !== undefined || isNamed;
}

async function assertForeignUntouched(kitRun: KitRun, sample: ResolvedSample, object: SampleObject): Promise<void> {
  const { platform, subject } = kitRun;
  const { kind, name } = object.described;
  plantPrerequisites(platform, subject, sample);
  plantForeign(platform, object);
  const linesOfName = () => platform.snapshot().filter((line) => line.includes(`"name":${JSON.stringify(name)}`));
  const before = linesOfName();
  for (const { kind: which } of await configScripts(kitRun, sample)) {
    await runScripts(kitRun, sample, [which as Kinds[number]]).catch((error: unknown) => {
      // A script that stops at a foreign object is correct.
      if (!(error instanceof SimulatedFailure)) throw error;
    });
    const after = linesOfName().filter((line) => line.includes(`"kind":${JSON.stringify(kind)}`));
    const wanted = before.filter((line) => line.includes(`"kind":${JSON.stringify(kind)}`));
    assert.deepEqual(after, wanted, `The ${which} script changes a foreign ${kind} ${name}.`);
  }
}
