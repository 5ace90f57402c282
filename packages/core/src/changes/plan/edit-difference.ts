import type { Scalar } from '@portcullis/plugin-api';
import type { Change, ObjectFacts } from './change-set.ts';
import type { ListedObject } from './derive-changes.ts';

/** The difference that an edit makes on the platform, object by object. */
export interface EditDifference {
  readonly created: readonly DifferingObject[];
  readonly removed: readonly DifferingObject[];
  readonly changed: readonly ChangedObject[];
  /** Paths of the config whose values change only in the store. */
  readonly stored: readonly string[];
}

/** An object and its purpose. */
export interface DifferingObject {
  readonly key: string;
  readonly kind: string;
  readonly name: string;
  readonly why: string;
}

/** A changed object. */
export interface ChangedObject extends DifferingObject {
  /** Its previous name, if the name changes. */
  readonly formerName?: string;
  /** `replaced`: it, or an object that it depends on, cannot be altered, so it is dropped and created again. */
  readonly how: 'altered' | 'replaced';
  /** The desired values that differ. Empty if only its statements or its container change. */
  readonly values: readonly { readonly name: string; readonly from: Scalar; readonly to: Scalar }[];
}

/** The states to compare. */
export interface EditComparison {
  /** All changes of the edit, by the library and by administrators. */
  readonly changes: readonly Change[];
  /** The objects that exist by the ledger. */
  readonly existing: readonly ObjectFacts[];
  /** The objects of the new config. */
  readonly desired: readonly ListedObject[];
  /** The plugin's list for the old config. */
  readonly previous: readonly ListedObject[];
  /** Paths of the config whose values change only in the store. */
  readonly stored: readonly string[];
}

/** Returns the difference that an edit makes for each object. */
export function differenceOf({ changes, existing, desired, previous, stored }: EditComparison): EditDifference {
  const keys = [...new Set(changes.map(({ object }) => object.key))];
  const describe = (key: string): DifferingObject => {
    const declared = [...desired, ...previous].find(({ object }) => object.key === key)?.declared;
    const { kind, name } = (declared ?? existing.find((each) => each.key === key)) as ObjectFacts;
    return { key, kind, name, why: declared?.why ?? 'Made for this integration by an earlier version of the plugin.' };
  };
  const isAmong = (key: string, objects: readonly { readonly key: string }[]): boolean =>
    objects.some((each) => each.key === key);
  const targets = desired.map(({ object }) => object);
  return {
    created: keys.filter((key) => isAmong(key, targets) && !isAmong(key, existing)).map(describe),
    removed: keys.filter((key) => !isAmong(key, targets)).map(describe),
    changed: keys.flatMap((key): readonly ChangedObject[] => {
      const from = existing.find((each) => each.key === key);
      const to = targets.find((target) => target.key === key);
      if (!from || !to) return [];
      const isAltered = changes.some(({ object, action }) => object.key === key && action === 'alter');
      return [
        {
          ...describe(key),
          ...(from.name === to.name ? {} : { formerName: from.name }),
          how: isAltered ? 'altered' : 'replaced',
          values: changedValues(from, to),
        },
      ];
    }),
    stored,
  };
}

function changedValues(from: ObjectFacts, to: ObjectFacts): ChangedObject['values'] {
  return Object.entries(to.desired)
    .map(([name, value]) => ({ name, from: from.desired[name] ?? null, to: value }))
    .filter((each) => each.from !== each.to);
}
