import type { ObjectFacts } from '../../changes/plan/change-set.ts';
import { finishingChanges, type StageContext } from '../../changes/plan/finishing-changes.ts';
import type { NeedingObject } from './needed-privileges.ts';

/** Returns the completions of the stages that objects live in, with their privileges: every operation runs them. */
export function finishingObjects(context: StageContext, objects: readonly ObjectFacts[]): readonly NeedingObject[] {
  return finishingChanges(context, [], objects).map(({ object, needs = [], reason }) => ({
    ...object,
    needs: needs.map((need) => ({ ...need, operations: ['create', 'alter', 'drop'] })),
    why: reason,
  }));
}
