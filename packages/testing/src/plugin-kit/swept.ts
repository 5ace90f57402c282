import type { PluginSubject } from './plugin-subject.ts';

/** Of so many statements or objects, a sampled sweep tries one: of the first sample, and of each other one. */
const SAMPLED_STEPS = { first: 3, other: 7 };

/** A function that says of the n-th statement or object of a sample or edit, from 0, whether a sweep tries it. */
export type IsSwept = (at: number) => boolean;

/**
 * Returns which statements or objects a sweep tries of the sample or edit at `index`: all of them, but in a sampled sweep
 * every third of the first one, and of each other one every seventh, beginning at another place each time.
 */
export function sweptOf({ sweep = 'whole' }: Pick<PluginSubject, 'sweep'>, index: number): IsSwept {
  if (sweep === 'whole') return () => true;
  const step = index === 0 ? SAMPLED_STEPS.first : SAMPLED_STEPS.other;
  return (at) => at % step === index % step;
}
