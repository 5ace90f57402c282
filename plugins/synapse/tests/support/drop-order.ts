import type { ManagedObject } from '@portcullis/plugin-api';

/** As the engine orders drops: backwards, what blocks another one first, and without what vanishes with its container. */
export function objectChangeOrder(objects: readonly ManagedObject[]): readonly ManagedObject[] {
  const keys = new Set(objects.map(({ key }) => key));
  return objects.filter(({ within }) => within === undefined || !keys.has(within)).toReversed();
}
