import { type ManagedObject, type ObjectChange, objectChangesOf } from '@portcullis/plugin-api';
import type { WrittenSection } from '../../simulated/platform/script-statements.ts';

/** The state in which a script finds an object. `holding`: it is ours, and other accounts have put something into it. */
export type FoundState = 'absent' | 'ours' | 'foreign' | 'holding';

/** The statements of a section about one object, and what its plugin says of it. */
export interface SectionChange {
  readonly written: WrittenSection;
  readonly change: ObjectChange;
  readonly declared: ManagedObject | undefined;
  /** True when its `ours` asks for another object, that it stands on: a grant for the account that gets it. */
  readonly isStanding: boolean;
}

/** The changes of a section whose objects have guards. */
export function guardedChanges(
  written: WrittenSection,
  declaredBy: ReadonlyMap<string, ManagedObject>,
  standing: ReadonlySet<string>,
): readonly SectionChange[] {
  return objectChangesOf(written.section.steps)
    .filter(({ exists, ours }) => exists !== undefined && ours !== undefined)
    .map((change) => ({
      written,
      change,
      declared: declaredBy.get(change.object.key),
      isStanding: standing.has(change.object.key),
    }));
}

/** The statement of a creation that makes the object: those before it prepare it. */
export function makingText({ change, declared }: SectionChange): string | undefined {
  const making = declared?.create.findIndex(({ prepares }) => !prepares) ?? 0;
  // The steps of one creation may be spread over sections.
  const isWhole = declared?.create.length === change.steps.length;
  return change.steps[isWhole ? Math.max(0, making) : 0]?.text;
}
