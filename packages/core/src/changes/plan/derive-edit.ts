import type { AnyPluginDefinition } from '@portcullis/plugin-api';
import { reviveStep } from '../steps/rendered-step.ts';
import type { Change, ExistingObject, ObjectFacts } from './change-set.ts';
import { alterChange, createChange, differs, dropChanges, type ListedObject } from './derive-changes.ts';
import { withDropPrivileges } from './drop-privileges.ts';
import { earlierOf, formerStateOfAlter, formerStateOfDrop } from './former-state.ts';

/** The changes of an edit, split at the point of no return. */
export interface EditChanges {
  /** The objects that are replaced, created and altered: these changes can be reverted. */
  readonly before: readonly Change[];
  /** Drops after the new config is stored; these only roll forward. */
  readonly after: readonly Change[];
}

/**
 * Derives the difference between the ledger and a new config, by key: created, changed and dropped objects.
 *
 * A change that the plugin cannot alter is a drop and a creation. Both are before the point of no return, together with those of
 * all objects that are inside the object or block its drop.
 *
 * @param made - the existing objects, with the observed values if they were observed.
 * @param previous - the plugin's list for the old config, from which the former state is restored if it matches the ledger.
 * Objects of an older version of the plugin are restored from the ledger.
 */
export function deriveEdit(
  definition: AnyPluginDefinition,
  desired: readonly ListedObject[],
  existing: readonly ExistingObject[],
  previous: readonly ListedObject[],
): EditChanges {
  const managed = desired.filter((listed) => listed.object.sharing !== 'required');
  const existingOf = (key: string): ExistingObject | undefined => existing.find((old) => old.key === key);
  const changed = managed.filter(({ object }) => {
    const old = existingOf(object.key);
    return old !== undefined && (old.name !== object.name || differs(object, old));
  });
  const replaced = withDependents(
    changed.filter(({ declared }) => !declared.alter).map(({ object }) => object.key),
    existing,
  );
  const toChange = new Set(changed.map(({ object }) => object.key));
  const recreate = (key: string) => recreationOf(definition, previous, existingOf(key));
  const dropped = (objects: readonly ObjectFacts[]) => withDropPrivileges(dropChanges(objects, recreate), previous);
  const former = { definition, previous, existing };
  const drops = dropped(existing.filter((old) => replaced.has(old.key)).map(onItsOwn)).map((drop): Change => {
    const old = existingOf(drop.object.key);
    return old ? { ...drop, ...formerStateOfDrop(former, old) } : drop;
  });
  const changes = managed.flatMap((listed): readonly Change[] => {
    const old = existingOf(listed.object.key);
    if (!old || replaced.has(old.key)) return [createChange(definition, listed)];
    if (!toChange.has(old.key)) return [];
    const change = alterChange(definition, listed, old);
    return change ? [{ ...change, ...formerStateOfAlter(former, old, change) }] : [];
  });
  const gone = existing.filter(
    (old) => !replaced.has(old.key) && !desired.some(({ object }) => object.key === old.key),
  );
  return { before: [...drops, ...changes], after: dropped(gone) };
}

/** Returns the replaced objects, with those that vanish with them and those that must be dropped before. */
function withDependents(keys: readonly string[], existing: readonly ExistingObject[]): ReadonlySet<string> {
  const replaced = new Set(keys);
  // The iteration includes elements that are added during it.
  for (const key of replaced) {
    const after = existing.find((old) => old.key === key)?.dropAfter ?? [];
    const dependents = existing.filter(
      (old) => old.within === key || old.blocks.includes(key) || after.includes(old.key),
    );
    for (const dependent of dependents) replaced.add(dependent.key);
  }
  return replaced;
}

/** Returns an object that is dropped separately and before its container, so that it can be created again separately. */
function onItsOwn(object: ExistingObject): ExistingObject {
  return object.within === null ? object : { ...object, within: null, blocks: [...object.blocks, object.within] };
}

/** Returns the steps that would create an object again: the inverse of its drop. */
function recreationOf(
  definition: AnyPluginDefinition,
  previous: readonly ListedObject[],
  old: ExistingObject | undefined,
) {
  const listed = old && earlierOf(previous, old);
  if (listed) {
    const { steps, reason } = createChange(definition, listed);
    return { steps, why: reason };
  }
  return old?.make ? { steps: old.make.map(reviveStep), why: undefined } : undefined;
}
