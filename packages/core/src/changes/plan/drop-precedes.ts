import type { Change } from './change-set.ts';

/** Returns whether one object must be dropped before another. */
export function dropPrecedes({ object: earlier }: Change, { object: later }: Change): boolean {
  return later.dropAfter.includes(earlier.key) || earlier.blocks.includes(later.key);
}
