import type { ManagedObject } from '@portcullis/plugin-api';

/**
 * Returns the objects in the core's order of drops: reversed, with blocking objects first, and without objects that are
 * dropped with their container.
 */
export function objectChangeOrder(objects: readonly ManagedObject[]): readonly ManagedObject[] {
  const keys = new Set(objects.map(({ key }) => key));
  return objects.filter(({ within }) => within === undefined || !keys.has(within)).toReversed();
}
