import type { AnyPluginDefinition } from '@portcullis/plugin-api';
import { reviveStep } from '../steps/rendered-step.ts';
import type { Change, ObjectFacts } from './change-set.ts';
import { alterChange, createChanges, differs, dropChanges, type ListedObject } from './derive-changes.ts';
import { withDropPrivileges } from './drop-privileges.ts';

/** The changes of an edit, split at the point of no return. */
export interface EditChanges {
  /** The objects that are replaced, created and altered: these changes can be reverted. */
  readonly before: readonly Change[];
  /** Drops, after the new config is stored: rolls forward only. */
  readonly after: readonly Change[];
}

/**
 * The difference between what the ledger says and what a new config wants, by key: what comes, what changes, what goes.
 *
 * A change that the plugin cannot alter is a drop and a create; both stand before the point of no return, together with
 * those of everything that lives in the object or keeps it from being dropped.
 *
 * @param previous - the plugin's list for the old config, from which before-images are made where it is what was made then.
 * What an older version of the plugin has made is put back from the ledger.
 */
export function deriveEdit(
  definition: AnyPluginDefinition,
  wanted: readonly ListedObject[],
  made: readonly ObjectFacts[],
  previous: readonly ListedObject[],
): EditChanges {
  const managed = wanted.filter((listed) => listed.facts.sharing !== 'required');
  const ledgerOf = (key: string): ObjectFacts | undefined => made.find((old) => old.key === key);
  const changed = managed.filter(({ facts }) => {
    const old = ledgerOf(facts.key);
    return old !== undefined && (old.name !== facts.name || differs(facts, old));
  });
  const replaced = withDependents(
    changed.filter(({ declared }) => !declared.alter).map(({ facts }) => facts.key),
    made,
  );
  const toChange = new Set(changed.map(({ facts }) => facts.key));
  const makers = (key: string) => makerOf(definition, previous, ledgerOf(key));
  const dropped = (objects: readonly ObjectFacts[]) => withDropPrivileges(dropChanges(objects, makers), previous);
  const drops = dropped(made.filter((old) => replaced.has(old.key)).map(onItsOwn));
  const changes = managed.flatMap((listed): readonly Change[] => {
    const old = ledgerOf(listed.facts.key);
    if (!old || replaced.has(old.key)) return [createChanges(definition, listed)];
    if (!toChange.has(old.key)) return [];
    const back = earlierOf(previous, old)?.declared;
    const change = alterChange(definition, listed, old.desired, back);
    if (!change) return [];
    return [back ? change : { ...change, inverse: remake(old, made) }];
  });
  const gone = made.filter((old) => !replaced.has(old.key) && !wanted.some(({ facts }) => facts.key === old.key));
  return { before: [...drops, ...changes], after: dropped(gone) };
}

/** Objects that are replaced, with what vanishes with them and what must go before them. */
function withDependents(keys: readonly string[], made: readonly ObjectFacts[]): ReadonlySet<string> {
  const replaced = new Set(keys);
  // A set hands out what is added while it is being walked.
  for (const key of replaced) {
    const after = made.find((old) => old.key === key)?.dropAfter ?? [];
    const dependents = made.filter((old) => old.within === key || old.blocks.includes(key) || after.includes(old.key));
    for (const dependent of dependents) replaced.add(dependent.key);
  }
  return replaced;
}

/** Dropped by itself and before its container, so that it can be made again by itself. */
function onItsOwn(object: ObjectFacts): ObjectFacts {
  return object.within === null ? object : { ...object, within: null, blocks: [...object.blocks, object.within] };
}

/** An object of the list for the old config, if that is what stands in the ledger: an older plugin may have made another one. */
function earlierOf(previous: readonly ListedObject[], old: ObjectFacts): ListedObject | undefined {
  const listed = previous.find((each) => each.facts.key === old.key);
  return listed && listed.facts.name === old.name && !differs(listed.facts, old) ? listed : undefined;
}

/**
 * Returns the steps that make a changed object again as it was. None where other objects block it, or where a drop loses
 * its contents.
 */
function remake(old: ObjectFacts, made: readonly ObjectFacts[]): Change['inverse'] {
  const isNeeded = made.some(({ within, blocks }) => within === old.key || blocks.includes(old.key));
  if (!old.make || !old.reversible || isNeeded) return [];
  return [...old.drop, ...old.make].map(reviveStep);
}

/** The steps that would make an object again: the inverse of its drop. */
function makerOf(definition: AnyPluginDefinition, previous: readonly ListedObject[], old: ObjectFacts | undefined) {
  const listed = old && earlierOf(previous, old);
  if (listed) {
    const { steps, reason } = createChanges(definition, listed);
    return { steps, why: reason };
  }
  return old?.make ? { steps: old.make.map(reviveStep), why: undefined } : undefined;
}
