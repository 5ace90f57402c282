import type { PluginSubject } from './plugin-subject.ts';

/** The intervals of a sampled sweep, in statements or objects: for the first sample, and for the others. */
const SAMPLED_STEPS = { first: 3, other: 7 };

/** Returns whether a sweep tries the n-th statement or object, from 0, of a sample or edit. */
export type IsSwept = (at: number) => boolean;

/**
 * Returns the selection of a sweep for the sample or edit at `index`. A whole sweep tries all statements or objects. A
 * sampled sweep tries every third one for the first sample, and every seventh one for the others, each with another
 * offset.
 */
export function sweptOf({ sweep = 'whole' }: Pick<PluginSubject, 'sweep'>, index: number): IsSwept {
  if (sweep === 'whole') return () => true;
  const step = index === 0 ? SAMPLED_STEPS.first : SAMPLED_STEPS.other;
  return (at) => at % step === index % step;
}
