import assert from 'node:assert/strict';
import { ServiceError } from '@portcullis/core';
import type { AnyPluginDefinition, Privilege } from '@portcullis/plugin-api';
import { hasObjects } from '../applies.ts';
import { assertNone } from '../assert-none.ts';
import { withValueAt } from '../hostile/string-paths.ts';
import { ADMIN, withKitRun } from '../kit-run/create-kit-run.ts';
import { objectsOf, type SampleObject } from '../kit-run/sample-objects.ts';
import { bodyOf, setUp, valueAt } from '../kit-run/set-up.ts';
import { type PluginCase, pluginCase } from '../plugin-case.ts';
import type { PluginSubject, ResolvedSample } from '../plugin-subject.ts';

/** The declarations of a plugin about its objects and its immutable paths. */
export const OBJECT_CASES: readonly PluginCase[] = [
  pluginCase(
    'explains-objects',
    (subject) => {
      const unexplained = [
        ...subject.samples.flatMap((sample) =>
          objectsOf(subject, sample).flatMap((object) => missingOf(object, subject)),
        ),
        ...(subject.definition.families ?? []).flatMap(missingOfFamily),
      ];
      assertNone(unexplained, 'Plans and set-up roles are made from the declarations of objects.');
    },
    hasObjects,
  ),
  pluginCase(
    'keeps-immutable-paths',
    async (subject) => {
      const { definition, samples } = subject;
      const having = definition.immutable.map((path) => {
        const sample = samples.find(({ parsed }) => valueAt(parsed, path) !== undefined);
        assert.ok(sample, `No sample leads to a config with the immutable path "${path}".`);
        return { path, sample };
      });
      if (!definition.editable) return;
      const tried = having.filter(({ path }) => !isPrivileged(subject, path));
      for (const [sample, own] of Map.groupBy(tried, (each) => each.sample)) {
        const paths = own.map(({ path }) => path);
        await assertChangesRefused(subject, sample, paths);
      }
    },
    ({ definition }) => (definition.immutable.length > 0 ? true : 'The plugin has no immutable paths.'),
  ),
];

/** Returns the missing declarations of an object that the plugin creates. */
function missingOf({ declared }: SampleObject, { definition }: PluginSubject): readonly string[] {
  const isContainer = (definition.containers ?? []).some(({ key }) => key === declared.key);
  const isMade = declared.create.length > 0;
  const claims: readonly (readonly [boolean, string])[] = [
    [/\S+\s+\S+/.test(declared.why), 'why it exists, in a sentence'],
    [!isMade || declared.needs.length > 0, 'which privileges it needs'],
    [declared.drop.length === 0 || declared.needs.some(isForDrop), 'which privileges its removal needs'],
    [declared.rotate?.needs.length !== 0, 'which privileges a new secret needs'],
    [
      declared.needs.every(({ name, on }) => name.trim() !== '' && on.trim() !== ''),
      'which object each privilege is for',
    ],
    [
      !isMade || !isContainer || declared.within !== undefined || declared.absentTest !== undefined,
      'the test that no foreign object has its name, `absentTest`',
    ],
    [!isMade || declared.drop.length > 0 || declared.within !== undefined, 'how it is removed'],
  ];
  return claims.filter(([holds]) => !holds).map(([, what]) => `${declared.kind} "${declared.key}": ${what}`);
}

function isForDrop({ operations = [] }: Privilege): boolean {
  return operations.includes('drop');
}

function missingOfFamily(family: NonNullable<AnyPluginDefinition['families']>[number]): readonly string[] {
  const { length } = family.needs?.({ name: 'member' }) ?? [];
  return length > 0 ? [] : [`family "${family.key}": which privileges the removal of an object needs`];
}

function isPrivileged({ definition }: PluginSubject, path: string): boolean {
  return (definition.privileged ?? []).some((each) => path === each || path.startsWith(`${each}.`));
}

/** A refused change has no effect, so that all paths are tried on one integration. */
async function assertChangesRefused(
  subject: PluginSubject,
  sample: ResolvedSample,
  paths: readonly string[],
): Promise<void> {
  await withKitRun(subject, async (kitRun) => {
    const id = await setUp(kitRun, sample);
    for (const path of paths) {
      const config = otherConfig(subject, sample, path);
      if (!config) continue;
      await assert.rejects(
        kitRun.integrations.update(ADMIN, id, bodyOf(subject, { ...sample, config })),
        (error) =>
          ServiceError.isInstance(error) && error.code === 'ATTRIBUTES_NOT_EDITABLE' && error.message.includes(path),
        `A PUT that changes the immutable path "${path}" of "${sample.name}" is not refused for this reason.`,
      );
    }
  });
}

/** Returns the config with another value at the path that the schema accepts and that differs after parsing. */
function otherConfig({ definition }: PluginSubject, { config, parsed }: ResolvedSample, path: string) {
  const value = valueAt(parsed, path);
  const others =
    typeof value === 'number' ? [value + 1, value - 1] : typeof value === 'string' ? [`${value}x`, `x${value}`] : [];
  return others
    .map((other) => withValueAt(config, path, other))
    .find((each) => {
      const { success, data } = definition.config.safeParse(each);
      return success && valueAt(data, path) !== value;
    });
}
