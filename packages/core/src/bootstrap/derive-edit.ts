import type { AnyPluginDefinition } from '@portcullis/plugin-api';
import { alterWork, createWork, differs, dropWork, type ListedObject } from './derive-work.ts';
import type { ObjectFacts, Work } from './work.ts';

/** What an edit does, split at the point of no return. */
export interface EditWork {
  /** Creates and alters: can be put back. */
  readonly before: readonly Work[];
  /** Drops, after the new config is stored: rolls forward only. */
  readonly after: readonly Work[];
}

/**
 * The difference between what the ledger says and what a new config wants, by key: what comes, what changes, what goes.
 * A change that the plugin cannot alter is a drop and a create; both stand before the point of no return then.
 *
 * @param previous - the plugin's list for the old config, from which before-images are made.
 */
export function deriveEdit(
  definition: AnyPluginDefinition,
  wanted: readonly ListedObject[],
  made: readonly ObjectFacts[],
  previous: readonly ListedObject[],
): EditWork {
  const before: Work[] = [];
  for (const listed of wanted) {
    if (listed.facts.sharing === 'required') continue;
    const old = made.find((each) => each.key === listed.facts.key);
    if (!old) before.push(createWork(definition, listed));
    else if (old.name !== listed.facts.name || differs(listed.facts, old))
      before.push(...changeWork(definition, listed, old, previous));
  }
  const gone = made.filter((old) => !wanted.some((listed) => listed.facts.key === old.key));
  return { before, after: dropWork(gone, (key) => makerOf(definition, previous, key)) };
}

function changeWork(
  definition: AnyPluginDefinition,
  listed: ListedObject,
  old: ObjectFacts,
  previous: readonly ListedObject[],
): readonly Work[] {
  const back = previous.find((each) => each.facts.key === old.key)?.declared;
  const altered = alterWork(definition, listed, old.desired, back);
  if (altered) return [altered];
  return [
    ...dropWork([{ ...old, within: null }], (key) => makerOf(definition, previous, key)),
    createWork(definition, listed),
  ];
}

/** The steps that would make an object of a list again: the inverse of its drop. */
export function makerOf(definition: AnyPluginDefinition, list: readonly ListedObject[], key: string) {
  const listed = list.find((each) => each.facts.key === key);
  if (!listed) return undefined;
  const { steps, reason, privileges } = createWork(definition, listed);
  return { steps, why: reason, privileges };
}
