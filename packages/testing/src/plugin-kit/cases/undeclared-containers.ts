import { canonicalText, type ManagedObject, type Step } from '@portcullis/plugin-api';
import { objectsOf } from '../kit-run/sample-objects.ts';
import type { PluginSubject, ResolvedSample } from '../plugin-subject.ts';

/**
 * Returns the objects of a sample that hold others and are not among the plugin's containers: those dropped with CASCADE, those
 * whose guard looks into them, those that runtime objects vanish with, and those that objects of a database live in.
 */
export function undeclaredContainers(subject: PluginSubject, sample: ResolvedSample): readonly string[] {
  const { containers = [], families = [], dialect } = subject.definition;
  const declared = new Set(containers.map(({ key }) => key));
  const objects = objectsOf(subject, sample).map((each) => each.declared);
  const textOf = (step: Step): string => ('text' in step && dialect ? canonicalText(step.text, dialect) : '');
  const reasonsFor = (object: ManagedObject): readonly string[] => {
    const cascades = object.drop.some((step) => /^DROP\b[\s\S]*\bCASCADE\b/i.test(textOf(step)));
    const member = families.find(({ within }) => within === object.key);
    const inner = objects.find(
      ({ within, scope, kind }) => within === object.key && scope === 'database' && kind !== 'grant',
    );
    return [
      ...((object.guard?.holds ?? []).length > 0 ? ['its guard looks into it (`holds`)'] : []),
      ...(cascades ? ['it is dropped with CASCADE'] : []),
      ...(member ? [`each ${member.kind} vanishes with it`] : []),
      ...(inner ? [`${inner.kind} "${inner.key}" lives in it`] : []),
    ];
  };
  return objects
    .filter(({ key, drop }) => drop.length > 0 && !declared.has(key))
    .flatMap((object) =>
      reasonsFor(object)
        .slice(0, 1)
        .map((reason) => `${object.kind} "${object.key}": ${reason}`),
    );
}
