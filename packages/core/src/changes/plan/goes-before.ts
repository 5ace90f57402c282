import type { Work } from './change-set.ts';

/** Whether one object has to be gone before another may be dropped. */
export function goesBefore({ object: earlier }: Work, { object: later }: Work): boolean {
  return later.dropAfter.includes(earlier.key) || earlier.blocks.includes(later.key);
}
