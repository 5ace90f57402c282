import type { PluginSubject } from './plugin-subject.ts';

/** A condition of a case: true if it applies, otherwise the reason why not. */
type Condition<Subject> = (subject: Subject) => true | string;

/** Combines conditions. Returns the first reason why a case does not apply. */
export function allOf<Subject>(...conditions: readonly Condition<Subject>[]): Condition<Subject> {
  return (subject) => {
    for (const condition of conditions) {
      const applies = condition(subject);
      if (applies !== true) return applies;
    }
    return true;
  };
}

/** The condition of cases about scripts. */
export function hasScripts({ definition }: PluginSubject): true | string {
  const isWritten = definition.dialect && definition.bootstrap === 'automatic-or-manual';
  return isWritten && definition.scripts?.length !== 0 ? true : 'The type has no scripts.';
}

/** The condition of cases about managed objects. */
export function hasObjects({ definition }: PluginSubject): true | string {
  return definition.stages.length > 0 ? true : 'The plugin creates no objects on its platform.';
}

/** The condition of cases about edits. */
export function isEditable({ definition }: PluginSubject): true | string {
  return definition.editable ? true : 'PUT does not accept the type.';
}
