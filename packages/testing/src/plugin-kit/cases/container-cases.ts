import assert from 'node:assert/strict';
import { type DryRunResponse, ServiceError } from '@portcullis/core';
import type { CatalogueObject } from '../../simulated/platform/catalogue.ts';
import { placeOf } from '../../simulated/platform/described-object.ts';
import { hasObjects } from '../applies.ts';
import { assertNone } from '../assert-none.ts';
import { ADMIN, type KitRun, withKitRun } from '../kit-run/create-kit-run.ts';
import { isMadeByLibrary, objectsOf, type SampleObject } from '../kit-run/sample-objects.ts';
import { assertStatus, remove, removeByScript, setUp } from '../kit-run/set-up.ts';
import { type PluginCase, pluginCase } from '../plugin-case.ts';
import type { PluginSubject, ResolvedSample } from '../plugin-subject.ts';
import { sweptOf } from '../swept.ts';
import { undeclaredContainers } from './undeclared-containers.ts';

/** The treatment of foreign objects inside managed objects. */
export const CONTAINER_CASES: readonly PluginCase[] = [
  pluginCase(
    'declares-containers',
    (subject) => {
      const undeclared = subject.samples.flatMap((sample) => undeclaredContainers(subject, sample));
      assertNone(
        undeclared,
        'Dropping such an object also drops the foreign objects in it: name it in `containers` of the plugin, with a `list` of its foreign contents.',
      );
    },
    hasObjects,
  ),
  pluginCase(
    'keeps-foreign-contents',
    async (subject) => {
      for (const [index, sample] of subject.samples.entries()) {
        for (const container of containersOf(subject, sample)) {
          if (isMadeByLibrary(container, sample)) {
            await withKitRun(subject, (kitRun) => assertRemovalRefused(kitRun, sample, container));
            if (index === 0 || subject.sweep !== 'sampled')
              await plantAtEachStatement(subject, index, sample, container);
          } else await withKitRun(subject, (kitRun) => assertScriptKeepsContents(kitRun, sample, container));
        }
      }
    },
    ({ definition }) => ((definition.containers ?? []).length > 0 ? true : 'The plugin has no containers.'),
  ),
];

function containersOf(subject: PluginSubject, sample: ResolvedSample): readonly SampleObject[] {
  const keys = new Set((subject.definition.containers ?? []).map(({ key }) => key));
  return objectsOf(subject, sample).filter(({ declared }) => keys.has(declared.key));
}

const NAME = 'made_by_others';

/** Puts an object that belongs to no family into a container. */
function plantInside(
  { platform, subject }: KitRun,
  sample: ResolvedSample,
  { described }: SampleObject,
): CatalogueObject {
  const { server, kind, name, place, stage } = described;
  const inside = place === '' && sample.parsed ? placeOf(subject.definition, sample.parsed, stage) : place;
  return platform.plant({
    server,
    place: inside,
    kind: 'foreign object',
    name: NAME,
    scope: 'database',
    within: { kind, name },
  });
}

/** Asserts that the plan names the foreign object, and that the request is refused before any change. */
async function assertRemovalRefused(kitRun: KitRun, sample: ResolvedSample, container: SampleObject): Promise<void> {
  const { platform, integrations } = kitRun;
  const id = await setUp(kitRun, sample);
  plantInside(kitRun, sample, container);
  const before = platform.snapshot();
  const dry = (await integrations.remove(ADMIN, id, sample.credentials, { dryRun: true })) as DryRunResponse;
  const what = `${container.described.kind} ${container.described.name} of "${sample.name}"`;
  assert.ok(
    dry.plan.warnings.some((warning) => warning.includes(NAME)),
    `The plan does not name the foreign object in the ${what}.`,
  );
  const code = await integrations.remove(ADMIN, id, sample.credentials).then(
    () => 'none',
    (error: unknown) => (ServiceError.isInstance(error) ? error.code : Promise.reject(error)),
  );
  assert.equal(code, 'FOREIGN_CONTENTS', `A removal is accepted although there is a foreign object in the ${what}.`);
  assert.deepEqual(platform.snapshot(), before, `A refused removal changes the ${what}.`);
  platform.lose({ kind: 'foreign object', name: NAME });
  await remove(kitRun, id, sample);
}

/** Asserts that objects planted while the removal runs are kept, up to the observation right before the container is dropped. */
async function plantAtEachStatement(
  subject: PluginSubject,
  index: number,
  sample: ResolvedSample,
  container: SampleObject,
): Promise<void> {
  const isSwept = sweptOf(subject, index);
  for (let number = 1, isLast = false; !isLast; number += 1) {
    if (!isSwept(number - 1) && number > 1) {
      isLast = number > MAX_STATEMENTS;
      continue;
    }
    isLast = !(await withKitRun(subject, (kitRun) => plantAt(kitRun, sample, container, number)));
  }
}

/** Maximum number of statements. A sampled sweep skips statements, so it does not see the end. */
const MAX_STATEMENTS = 200;

/** Returns whether the removal reached the statement. */
async function plantAt(
  kitRun: KitRun,
  sample: ResolvedSample,
  container: SampleObject,
  number: number,
): Promise<boolean> {
  const { platform, integrations } = kitRun;
  const { kind, name } = container.described;
  const id = await setUp(kitRun, sample);
  const first = platform.statements.length;
  let planted: CatalogueObject | undefined;
  let wasReached = false;
  let wasSeen = true;
  platform.onStatement(({ when, statement }) => {
    if (when !== 'after' || statement.number !== first + number) return;
    wasReached = true;
    // No object can be put into a container that is gone.
    wasSeen = platform.objects.some((each) => each.kind === kind && each.name === name);
    if (wasSeen) planted = plantInside(kitRun, sample, container);
  });
  await integrations.remove(ADMIN, id, sample.credentials);
  const { status } = await integrations.whenIdle(id);
  if (!planted) return wasReached;
  assert.ok(
    platform.objects.some((each) => each.id === planted?.id),
    `A foreign object that was put into the ${kind} ${name} after statement ${number} of the removal of "${sample.name}" is lost.`,
  );
  assert.notEqual(
    status,
    'deleted',
    `The removal of "${sample.name}" ends with the status deleted although the ${kind} ${name} still exists.`,
  );
  platform.lose({ kind: 'foreign object', name: NAME });
  await remove(kitRun, id, sample);
  return wasReached;
}

/** Asserts that a script checks the contents itself, or instructs the administrator to check. */
async function assertScriptKeepsContents(
  kitRun: KitRun,
  sample: ResolvedSample,
  container: SampleObject,
): Promise<void> {
  const { platform } = kitRun;
  const { kind, name } = container.described;
  const id = await setUp(kitRun, sample);
  const planted = plantInside(kitRun, sample, container);
  // A script that stops has also kept the object.
  await removeByScript(kitRun, id, sample).catch(() => {});
  assert.ok(
    platform.objects.some((each) => each.id === planted.id),
    `The delete script of "${sample.name}" drops the ${kind} ${name} with the foreign objects in it: add \`holds\` to its guard, and let the dialect check it.`,
  );
  platform.lose({ kind: 'foreign object', name: NAME });
  await remove(kitRun, id, sample);
  await assertStatus(kitRun, id, 'deleted', `deleting "${sample.name}" by script`);
}
