import { canonicalText, type Dialect, type ManagedObject } from '@portcullis/plugin-api';
import { stateOf } from '../../simulated/platform/platform-state.ts';
import type { WrittenSection } from '../../simulated/platform/script-statements.ts';
import { stepText } from '../../simulated/platform/step-text.ts';
import { hasScripts } from '../applies.ts';
import { assertNone } from '../assert-none.ts';
import { guardFaults } from '../guards/guard-faults.ts';
import { guardedChanges } from '../guards/section-change.ts';
import { withKitRun } from '../kit-run/create-kit-run.ts';
import { everyScript } from '../kit-run/every-script.ts';
import { objectsOf, type SampleObject } from '../kit-run/sample-objects.ts';
import { pluginCase } from '../plugin-case.ts';
import { manualSamples, type PluginSubject, type ResolvedSample } from '../plugin-subject.ts';

/** The guards of scripts, run for each state in which a script can find an object. */
export const GUARD_CASE = pluginCase(
  'guards-scripts',
  async (subject) => {
    for (const sample of manualSamples(subject)) {
      const objects = objectsIn(subject, sample);
      const sharedMarks = keysWithSharedMark(subject, objects);
      const queries = objects.flatMap((object) => guardQueryFaults(subject, object, { all: objects, sharedMarks }));
      assertNone(queries, `The guards of "${sample.name}" contain wrong queries.`);
      const declaredBy = new Map(objects.map(({ declared }) => [declared.key, declared]));
      const changes = (await sectionsOf(subject, sample)).flatMap((written) =>
        guardedChanges(written, declaredBy, sharedMarks),
      );
      assertNone(
        changes.flatMap(guardFaults),
        `The guards in the scripts of "${sample.name}" are wrong, or have a form that the kit cannot read (then opt out, and run the scripts on the real platform).`,
      );
    }
  },
  hasScripts,
);

/** Returns the objects of a sample, and those that its edits add. */
function objectsIn(subject: PluginSubject, sample: ResolvedSample): readonly SampleObject[] {
  const edited = subject.edits.flatMap(({ from, to }) => (from.name === sample.name ? [to] : []));
  const objects = [...edited.toReversed(), sample].flatMap((each) => objectsOf(subject, each));
  return [...new Map(objects.map((object) => [object.declared.key, object])).values()];
}

/** Returns the sections that the dialect writes for all scripts of a sample. */
function sectionsOf(subject: PluginSubject, sample: ResolvedSample): Promise<readonly WrittenSection[]> {
  return withKitRun(subject, async (kitRun) => {
    await everyScript(kitRun, sample);
    const { sections } = stateOf(kitRun.platform);
    return [...new Map(sections.map((written) => [written.text, written])).values()];
  });
}

interface GuardQueries {
  readonly exists: string;
  readonly ours: string;
}

function guardQueriesOf({ definition }: PluginSubject, { guard }: ManagedObject): GuardQueries | undefined {
  const dialect = definition.dialect as Dialect;
  return guard && { exists: canonicalText(guard.exists, dialect), ours: canonicalText(guard.ours, dialect) };
}

/** Returns the keys of objects whose `ours` is the query of an earlier object. */
function keysWithSharedMark(subject: PluginSubject, objects: readonly SampleObject[]): ReadonlySet<string> {
  const queried = objects.map(({ declared }) => ({ key: declared.key, ours: guardQueriesOf(subject, declared)?.ours }));
  return new Set(
    queried.flatMap(({ key, ours }, at) =>
      ours !== undefined && queried.slice(0, at).some((each) => each.ours === ours) ? [key] : [],
    ),
  );
}

/** Returns the faults of a guard that are visible in its queries. */
function guardQueryFaults(
  subject: PluginSubject,
  { declared, described }: SampleObject,
  { all, sharedMarks }: { readonly all: readonly SampleObject[]; readonly sharedMarks: ReadonlySet<string> },
): readonly string[] {
  const queries = guardQueriesOf(subject, declared);
  if (!queries) return [];
  const { exists, ours } = queries;
  const texts = declared.create.map((step) => stepText(step, subject.definition.dialect));
  const isMarked = texts.some((text) => text.includes(described.mark));
  const isNeeded = all.some(
    ({ declared: other }) => other.within === declared.key || (other.blocks ?? []).includes(declared.key),
  );
  const label = `${declared.kind} "${declared.key}"`;
  const claims: readonly (readonly [boolean, string])[] = [
    [
      ours !== exists || !(isMarked || isNeeded),
      `${label}: \`ours\` is the same query as \`exists\`, so scripts treat every ${declared.kind} with that name as ours`,
    ],
    [
      !isMarked || ours === exists || sharedMarks.has(declared.key) || ours.includes(described.mark),
      `${label}: its creation sets a mark, but \`ours\` does not check it`,
    ],
    [isMarked || !ours.includes(described.mark), `${label}: \`ours\` checks a mark, but its creation sets none`],
    [
      !exists.includes(described.mark),
      `${label}: \`exists\` checks the mark, so scripts treat a foreign object as absent`,
    ],
  ];
  return claims.filter(([holds]) => !holds).map(([, fault]) => fault);
}
