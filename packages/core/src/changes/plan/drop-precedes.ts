import type { Change } from './change-set.ts';

/** Whether one object has to be gone before another may be dropped. */
export function dropPrecedes({ object: earlier }: Change, { object: later }: Change): boolean {
  return later.dropAfter.includes(earlier.key) || earlier.blocks.includes(later.key);
}
