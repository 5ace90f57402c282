import type { DryRunResponse } from '@portcullis/client';

/** An object of a plan, also if the plan has no step for it. */
export type PlannedObject = NonNullable<DryRunResponse['objects']>[number];

/** A line of the tree: an object, and its position. */
export interface TreeRow {
  readonly object: PlannedObject;
  /** The object that contains it. */
  readonly container: PlannedObject | undefined;
  /** For each level from the top to its own: true if no sibling follows there. */
  readonly isLast: readonly boolean[];
}

/** Returns the objects as lines of a tree: each below its container, siblings in the order of the plan. */
export function planTreeRows(objects: readonly PlannedObject[]): readonly TreeRow[] {
  const keys = new Set(objects.map(({ key }) => key));
  const rowsBelow = (container: PlannedObject | undefined, above: readonly boolean[]): readonly TreeRow[] => {
    const children = objects.filter(({ within }) =>
      container ? within === container.key : within === undefined || !keys.has(within),
    );
    return children.flatMap((object, index) => {
      const isLast = [...above, index === children.length - 1];
      return [{ object, container, isLast }, ...rowsBelow(object, isLast)];
    });
  };
  return rowsBelow(undefined, []);
}

/** The effects of a plan with their words, in the order of the summary. */
export const EFFECTS: readonly (readonly [PlannedObject['effect'], string])[] = [
  ['created', 'created'],
  ['changed', 'changed'],
  ['replaced', 'dropped and created again'],
  ['dropped', 'dropped'],
  ['kept', 'kept'],
];

/** Returns the number of objects by effect as text: `3 created, 1 kept`. */
export function effectsText(objects: readonly PlannedObject[]): string {
  return EFFECTS.map(([effect, word]) => [objects.filter((object) => object.effect === effect).length, word] as const)
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(', ');
}
