import type { AnyPluginDefinition, StepAction } from '@portcullis/plugin-api';
import type { Change, ObjectFacts } from './change-set.ts';
import type { ListedObject } from './derive-changes.ts';
import { deriveEdit, type EditChanges } from './derive-edit.ts';

/** A change of a newer plugin that the service account cannot make; PUT applies it. */
export interface NeededEdit {
  readonly action: StepAction;
  readonly object: { readonly key: string; readonly kind: string; readonly name: string };
  readonly reason: string;
}

/** The changes of a migration, and those that require an edit. */
export interface MigrationChanges extends EditChanges {
  readonly editNeeded: readonly NeededEdit[];
}

/**
 * Returns the part of the difference between the ledger and the list of a newer plugin that the service account can apply by
 * itself. Changes that depend on the other part wait for it.
 *
 * @param isOwn - returns whether the service account creates and drops an object by itself.
 */
export function deriveMigration(
  definition: AnyPluginDefinition,
  listed: readonly ListedObject[],
  existing: readonly ObjectFacts[],
  isOwn: (object: ObjectFacts) => boolean,
): MigrationChanges {
  const edit = deriveEdit(definition, listed, existing, listed);
  const all = [...edit.before, ...edit.after];
  const ownInLedger = (key: string): boolean => existing.every((each) => each.key !== key || isOwn(each));
  const cannot = (change: Change): boolean =>
    !isOwn(change.object) || !ownInLedger(change.object.key) || isHeld(change, existing, isOwn);
  const waiting = new Set(all.filter(cannot).map(({ object }) => object.key));
  // The iteration includes elements that are added during it.
  for (const key of waiting) {
    for (const change of all) if (needs(change, key)) waiting.add(change.object.key);
  }
  const isPossible = ({ object }: Change): boolean => !waiting.has(object.key);
  return {
    before: edit.before.filter(isPossible),
    after: edit.after.filter(isPossible),
    editNeeded: onceEach(all.filter((change) => !isPossible(change)).map(toNeeded)),
  };
}

/** A created object needs its container and the objects that it blocks. */
function needs({ action, object }: Change, key: string): boolean {
  return action === 'create' && (object.within === key || object.blocks.includes(key));
}

/** Returns whether an object that the service account cannot drop blocks a drop. */
function isHeld(
  { action, object }: Change,
  existing: readonly ObjectFacts[],
  isOwn: (object: ObjectFacts) => boolean,
): boolean {
  return action === 'drop' && existing.some((each) => !isOwn(each) && blocksDrop(each, object));
}

function blocksDrop(blocking: ObjectFacts, dropped: ObjectFacts): boolean {
  return (
    blocking.within === dropped.key || blocking.blocks.includes(dropped.key) || dropped.dropAfter.includes(blocking.key)
  );
}

function toNeeded({ action, object: { key, kind, name }, reason }: Change): NeededEdit {
  return { action, object: { key, kind, name }, reason };
}

/** A replacement is a drop and a creation of one object, which is one change for an administrator. */
function onceEach(needed: readonly NeededEdit[]): readonly NeededEdit[] {
  const byKey = new Map<string, NeededEdit>();
  for (const each of needed) {
    const other = byKey.get(each.object.key);
    byKey.set(each.object.key, other ? { ...each, action: 'alter' } : each);
  }
  return [...byKey.values()];
}
