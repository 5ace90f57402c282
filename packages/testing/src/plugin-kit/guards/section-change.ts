import { type ManagedObject, type ObjectChange, objectChangesOf } from '@portcullis/plugin-api';
import type { WrittenSection } from '../../simulated/platform/script-statements.ts';

/** The state in which a script finds an object. `holding`: it is ours, and other accounts have put something into it. */
export type FoundState = 'absent' | 'ours' | 'foreign' | 'holding';

/** The statements of a section about one object, and what its plugin says of it. */
export interface SectionChange {
  readonly written: WrittenSection;
  readonly change: ObjectChange;
  readonly declared: ManagedObject | undefined;
  /** The texts of its statements that no other object of the section has: a common one, such as `FLUSH PRIVILEGES`, shows nothing. */
  readonly own: readonly string[];
  /** True when its `ours` asks for another object, that it stands on: a grant for the account that gets it. */
  readonly isStanding: boolean;
}

/** The changes of a section whose objects have guards. */
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

/** The statement of a creation that makes the object: those before it prepare it. */
export function makingText({ change, declared }: SectionChange): string | undefined {
  const creatingIndex = declared?.create.findIndex(({ prepares }) => !prepares) ?? 0;
  // The steps of one creation may be spread over sections.
  const isWhole = declared?.create.length === change.steps.length;
  return change.steps[isWhole ? Math.max(0, creatingIndex) : 0]?.text;
}
