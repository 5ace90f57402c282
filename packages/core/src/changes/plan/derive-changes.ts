import type { AnyPluginDefinition, ManagedObject } from '@portcullis/plugin-api';
import { type RenderedStep, renderStep, reviveStep } from '../steps/rendered-step.ts';
import { actorOf, type Change, type ExistingObject, factsOf, type ObjectFacts, privilegeTexts } from './change-set.ts';
import { dropOrder } from './drop-order.ts';

/** A plugin's object with its facts. */
export interface ListedObject {
  readonly declared: ManagedObject;
  readonly object: ObjectFacts;
}

/** Renders a plugin's list. */
export function listedObjects(
  definition: AnyPluginDefinition,
  objects: readonly ManagedObject[],
  mark: (key: string) => string,
): readonly ListedObject[] {
  return objects.map((declared) => ({ declared, object: factsOf(definition, declared, mark(declared.key)) }));
}

/** Returns the change that creates an object, which is not a required one. */
export function createChange(definition: AnyPluginDefinition, { declared, object }: ListedObject): Change {
  return {
    action: 'create',
    object,
    steps: renderAll(definition, declared, declared.create),
    inverse: object.drop.map(reviveStep),
    reason: declared.why,
    privileges: privilegeTexts(declared, 'create'),
    destructive: false,
  };
}

/**
 * Returns the change of an object to the desired state, without its inverse; `undefined` if the plugin has no such steps.
 */
export function alterChange(
  definition: AnyPluginDefinition,
  { declared, object }: ListedObject,
  old: Pick<ExistingObject, 'desired' | 'name'>,
): Change | undefined {
  if (!declared.alter) return undefined;
  return {
    action: 'alter',
    object,
    steps: renderAll(definition, declared, declared.alter(old.desired, { name: old.name })),
    inverse: [],
    reason: declared.why,
    privileges: privilegeTexts(declared, 'alter'),
    destructive: false,
  };
}

/**
 * Returns the changes that drop objects, in an order that the platform accepts. It works from facts alone, so that the ledger can
 * revert objects that the installed plugin no longer knows. `recreate` returns the steps that would create an object again, for the
 * plan.
 */
export function dropChanges(
  objects: readonly ObjectFacts[],
  recreate: (key: string) =>
    | {
        readonly steps: readonly RenderedStep[];
        readonly why: string | undefined;
      }
    | undefined = () => undefined,
): readonly Change[] {
  return dropOrder(objects.filter((object) => object.sharing !== 'required')).map((object) => {
    const recreation = recreate(object.key);
    return {
      action: 'drop' as const,
      object,
      steps: object.drop.map(reviveStep),
      inverse: recreation?.steps ?? [],
      reason: recreation?.why
        ? `No longer needed: ${recreation.why}`
        : `Made for this integration and removed with it.`,
      privileges: [],
      destructive: !object.reversible,
    };
  });
}

/** Returns whether the desired state differs from the recorded one. */
export function differs(desired: ObjectFacts, existing: Pick<ObjectFacts, 'desired' | 'revision'>): boolean {
  return (
    desired.revision !== existing.revision ||
    Object.entries(desired.desired).some(([name, value]) => existing.desired[name] !== value)
  );
}

/** Renders steps of an object on its own stage. */
export function renderAll(
  definition: AnyPluginDefinition,
  object: ManagedObject,
  steps: ManagedObject['create'],
): readonly RenderedStep[] {
  const place = { stage: object.stage, actor: actorOf(object.by), role: object.role };
  return steps.map((step) => renderStep(definition, step, place));
}
