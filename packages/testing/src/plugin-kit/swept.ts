import type { PluginSubject } from './plugin-subject.ts';

/** Of so many statements or objects, a sampled sweep tries one; no divisor of how many a sample usually has. */
const SAMPLED_STEP = 7;

/** A function that says of the n-th statement or object of a sample or edit, from 0, whether a sweep tries it. */
export type IsSwept = (at: number) => boolean;

/**
 * Returns which statements or objects a sweep tries of the sample or edit at `index`: all of them, but in a sampled sweep
 * all of the first one alone, and of each other one every seventh, beginning at another place each time.
 */
export function sweptOf({ sweep = 'whole' }: Pick<PluginSubject, 'sweep'>, index: number): IsSwept {
  if (sweep === 'whole' || index === 0) return () => true;
  return (at) => at % SAMPLED_STEP === index % SAMPLED_STEP;
}
