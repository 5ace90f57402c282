import type { Change, ObjectFacts } from '../../changes/plan/change-set.ts';
import type { ListedObject } from '../../changes/plan/derive-changes.ts';
import { createChange } from '../../changes/plan/derive-changes.ts';
import { isExecutable } from '../../changes/plan/is-executable.ts';
import type { OperationContext } from '../context/operation-context.ts';

/**
 * Returns the objects in the ledger that the library drops itself. Objects inside a container that an administrator drops are
 * dropped with it, even if a set-up ended before the ledger recorded the container.
 *
 * @param facts - discovered facts about the platform.
 */
export function executableDrops(
  existing: readonly ObjectFacts[],
  { mode, listObjects }: Pick<OperationContext, 'mode' | 'listObjects'>,
  facts: Readonly<Record<string, unknown>>,
): readonly ObjectFacts[] {
  const known =
    mode === 'manual' ? [...existing, ...declaredObjects(listObjects, facts).map((each) => each.object)] : existing;
  const isDroppedWithContainer = ({ within }: ObjectFacts): boolean => {
    const container = known.find((each) => each.key === within);
    return container !== undefined && (!isExecutable(container, mode) || isDroppedWithContainer(container));
  };
  return existing.filter((object) => isExecutable(object, mode) && !isDroppedWithContainer(object));
}

/** Returns the objects that the installed plugin declares for the config; none if it no longer declares any. */
export function declaredObjects(
  list: OperationContext['listObjects'],
  facts: Readonly<Record<string, unknown>>,
): readonly ListedObject[] {
  try {
    return list(facts).filter((each) => each.object.sharing !== 'required');
  } catch {
    return [];
  }
}

/** Returns the creations that the library itself executes. */
export function executableCreations(
  { definition, mode }: Pick<OperationContext, 'definition' | 'mode'>,
  listed: readonly ListedObject[],
): readonly Change[] {
  return listed
    .filter(({ object }) => object.sharing !== 'required' && isExecutable(object, mode))
    .map((each) => createChange(definition, each));
}
