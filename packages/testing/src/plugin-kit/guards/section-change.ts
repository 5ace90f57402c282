import { type ManagedObject, type ObjectChange, objectChangesOf } from '@portcullis/plugin-api';
import type { WrittenSection } from '../../simulated/platform/script-statements.ts';

/** The state in which a script finds an object. `holding`: it is ours, and contains foreign objects. */
export type FoundState = 'absent' | 'ours' | 'foreign' | 'holding';

/** The statements of a section for one object, and the declaration of the object. */
export interface SectionChange {
  readonly written: WrittenSection;
  readonly change: ObjectChange;
  readonly declared: ManagedObject | undefined;
  /**
   * The texts of its statements that no other object of the section has: a common statement, such as `FLUSH
   * PRIVILEGES`, proves nothing.
   */
  readonly own: readonly string[];
  /** True if its `ours` checks another object on which it depends: for a grant, the account that receives it. */
  readonly isStanding: boolean;
}

/** Returns the changes of a section whose objects have guards. */
export function guardedChanges(
  written: WrittenSection,
  declaredBy: ReadonlyMap<string, ManagedObject>,
  existing: ReadonlySet<string>,
): readonly SectionChange[] {
  const changes = objectChangesOf(written.section.steps);
  const ownOf = (change: ObjectChange): readonly string[] => {
    const others = new Set(
      changes.filter((other) => other !== change).flatMap(({ steps }) => steps.map(({ text }) => text)),
    );
    return change.steps.map(({ text }) => text).filter((text) => !others.has(text));
  };
  return changes
    .filter(({ exists, ours }) => exists !== undefined && ours !== undefined)
    .map((change) => ({
      written,
      change,
      own: ownOf(change),
      declared: declaredBy.get(change.object.key),
      isStanding: existing.has(change.object.key),
    }));
}

/** Returns the statement of a creation that creates the object; earlier statements only prepare it. */
export function makingText({ change, declared }: SectionChange): string | undefined {
  const creatingIndex = declared?.create.findIndex(({ prepares }) => !prepares) ?? 0;
  // The steps of one creation may be spread over sections.
  const isWhole = declared?.create.length === change.steps.length;
  return change.steps[isWhole ? Math.max(0, creatingIndex) : 0]?.text;
}
