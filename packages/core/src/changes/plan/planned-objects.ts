import type { Change, ObjectFacts } from './change-set.ts';

/** The effect of a plan on an object. `replaced`: it is dropped and created again. */
export type PlannedEffect = 'created' | 'changed' | 'replaced' | 'dropped' | 'kept';

/** An object of an integration before or after a plan, also if the plan has no step for it. */
export interface PlannedObject {
  readonly key: string;
  readonly kind: string;
  /** Its name on the platform after the plan, or the last one if it is dropped. */
  readonly name: string;
  /** The key of the object that contains it; absent at the top level. */
  readonly within?: string;
  readonly effect: PlannedEffect;
}

/** A plan and the objects on both sides of it. */
export interface PlannedStates {
  readonly changes: readonly Pick<Change, 'action' | 'object'>[];
  /** The objects that exist by the ledger. */
  readonly existing: readonly ObjectFacts[];
  /** The objects of the config. */
  readonly desired: readonly ObjectFacts[];
}

/**
 * Returns every object before or after a plan with the effect on it: the wanted ones in the order of the plugin's list, then those that
 * go. An object without a step of its own is dropped if its container is.
 */
export function plannedObjects({ changes, existing, desired }: PlannedStates): readonly PlannedObject[] {
  const actions = Map.groupBy(changes, ({ object }) => object.key);
  const objects = new Map<string, ObjectFacts>();
  for (const object of [...desired, ...existing, ...changes.map((change) => change.object)]) {
    if (!objects.has(object.key)) objects.set(object.key, object);
  }
  const isWanted = new Set(desired.map(({ key }) => key));
  const effectOf = (object: ObjectFacts): PlannedEffect => {
    const own = new Set(actions.get(object.key)?.map(({ action }) => action));
    if (own.has('create')) return own.has('drop') ? 'replaced' : 'created';
    if (own.has('drop')) return 'dropped';
    if (own.has('alter')) return 'changed';
    const container = object.within === null ? undefined : objects.get(object.within);
    if (isWanted.has(object.key) || !container) return 'kept';
    return ['dropped', 'replaced'].includes(effectOf(container)) ? 'dropped' : 'kept';
  };
  return [...objects.values()].map((object) => ({
    key: object.key,
    kind: object.kind,
    name: object.name,
    ...(object.within !== null && objects.has(object.within) && { within: object.within }),
    effect: effectOf(object),
  }));
}
