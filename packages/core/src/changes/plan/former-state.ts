import type { AnyPluginDefinition, ManagedObject, Scalar } from '@portcullis/plugin-api';
import { type RenderedStep, reviveStep } from '../steps/rendered-step.ts';
import type { Change, ExistingObject, ObjectFacts } from './change-set.ts';
import { createChange, differs, type ListedObject, renderAll } from './derive-changes.ts';

/** The steps that restore the state of an object before its change. */
export type FormerState = Pick<Change, 'inverse' | 'irreversible'>;

/** The input from which the former state is derived. */
export interface FormerStateRequest {
  readonly definition: AnyPluginDefinition;
  /** The plugin's list for the config before. */
  readonly previous: readonly ListedObject[];
  /** The objects that exist. */
  readonly existing: readonly ExistingObject[];
}

/**
 * Returns the steps back from an alteration: first to the state in the ledger, then to the observed values. They restore the
 * former state, never the desired one.
 *
 * @param change - the alteration, without its inverse.
 */
export function formerStateOfAlter(request: FormerStateRequest, old: ExistingObject, change: Change): FormerState {
  const { definition, previous, existing } = request;
  const earlier = earlierOf(previous, old);
  if (!earlier) {
    const inverse = old.recorded ? [] : remake(old, existing);
    return inverse.length > 0 ? { inverse } : { inverse, irreversible: CANNOT.restore };
  }
  const { declared, object } = earlier;
  const isOther =
    object.name !== change.object.name || differs(object, change.object) || differs(change.object, object);
  const back = isOther ? declared.alter?.(change.object.desired, { name: change.object.name }) : [];
  const restored = restore(declared, object, old, change);
  return {
    inverse: renderAll(definition, declared, [...(back ?? []), ...(restored.steps ?? [])]),
    ...(back ? {} : { irreversible: CANNOT.restore }),
    ...(restored.irreversible === undefined ? {} : { irreversible: restored.irreversible }),
  };
}

/** Returns the steps back from the drop of an object that is replaced. */
export function formerStateOfDrop({ definition, previous }: FormerStateRequest, old: ExistingObject): FormerState {
  const earlier = earlierOf(previous, old);
  const inverse = earlier ? createChange(definition, earlier).steps : (old.make ?? []).map(reviveStep);
  if (inverse.length === 0) return { inverse, irreversible: CANNOT.restore };
  if (!old.reversible) return { inverse, irreversible: CANNOT.refill };
  if (!old.recorded) return { inverse };
  const restored = earlier ? restore(earlier.declared, earlier.object, old) : { irreversible: CANNOT.restore };
  if (restored.irreversible !== undefined) return { inverse, irreversible: restored.irreversible };
  return {
    inverse: [...inverse, ...renderAll(definition, (earlier as ListedObject).declared, restored.steps ?? [])],
  };
}

/** Returns an object of the list for the old config, if it matches the ledger; an older plugin may have created another one. */
export function earlierOf(previous: readonly ListedObject[], old: ExistingObject): ListedObject | undefined {
  const listed = previous.find((each) => each.object.key === old.key);
  const recorded = { desired: old.recorded ?? old.desired, revision: old.revision };
  return listed && listed.object.name === old.name && !differs(listed.object, recorded) ? listed : undefined;
}

/** Returns the steps from the recorded values to the observed ones, or the reason why there are none. */
function restore(
  declared: ManagedObject,
  { desired }: Pick<ObjectFacts, 'desired'>,
  old: ExistingObject,
  change?: Pick<Change, 'steps'>,
): { readonly steps?: ManagedObject['create']; readonly irreversible?: string } {
  const changed = Object.keys(desired).filter((name) => old.desired[name] !== desired[name]);
  if (changed.length === 0) return {};
  // A statement that sets a secret replaces the earlier one, which no platform reveals.
  if (change?.steps.some(({ secretSlots }) => secretSlots.length > 0)) return { irreversible: CANNOT.readSecret };
  const former = changed.flatMap((name): readonly (readonly [string, Scalar])[] => {
    const value = old.desired[name];
    return value === undefined ? [] : [[name, value]];
  });
  const steps = former.length < changed.length ? undefined : declared.restore?.(Object.fromEntries(former));
  return steps ? { steps } : { irreversible: CANNOT.restoreValues(changed) };
}

/**
 * Returns the steps that create a changed object again in its former state. There are none if other objects block it or a drop
 * loses its contents.
 */
function remake(old: ObjectFacts, existing: readonly ObjectFacts[]): readonly RenderedStep[] {
  const isNeeded = existing.some(({ within, blocks }) => within === old.key || blocks.includes(old.key));
  if (!old.make || !old.reversible || isNeeded) return [];
  return [...old.drop, ...old.make].map(reviveStep);
}

/** The reasons why a former state is not restored. */
const CANNOT = {
  restore: 'Its former state cannot be restored.',
  refill: 'Its members or contents cannot be restored.',
  readSecret: 'The secret that it has now cannot be read, and so it cannot be restored.',
  restoreValues: (values: readonly string[]): string =>
    `It was changed outside Portcullis (${values.join(', ')}), and that state cannot be restored.`,
} as const;
