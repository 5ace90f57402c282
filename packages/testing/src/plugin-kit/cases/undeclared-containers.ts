import { canonicalText, type ManagedObject, type Step } from '@portcullis/plugin-api';
import { objectsOf } from '../kit-run/sample-objects.ts';
import type { PluginSubject, ResolvedSample } from '../plugin-subject.ts';

/**
 * Returns the objects of a sample that contain other objects and are not among the plugin's containers: objects dropped
 * with CASCADE, objects whose guard checks their contents, and objects with which runtime objects or objects of a
 * database are dropped.
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
      ...((object.guard?.foreignContents ?? []).length > 0
        ? ['its guard checks its contents (`foreignContents`)']
        : []),
      ...(cascades ? ['it is dropped with CASCADE'] : []),
      ...(member ? [`each ${member.kind} is dropped with it`] : []),
      ...(inner ? [`it contains ${inner.kind} "${inner.key}"`] : []),
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
