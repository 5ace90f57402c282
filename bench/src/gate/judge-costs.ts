import { spreadOf } from '../report/spread.ts';

/** The costs of one subject in one round, in both checkouts. */
export interface Pair {
  /** Processor time of one operation in this checkout, in microseconds. */
  readonly present: number;
  /** The same in the other one. */
  readonly other: number;
}

/**
 * `worse`: the increase is above the limit, and beyond the noise. `unclear`: it is above the limit, but may be noise. `met`: all else.
 */
type Verdict = 'met' | 'unclear' | 'worse';

/** The comparison of all rounds of a subject. */
export interface Judgement {
  /** Medians of the rounds, in microseconds. */
  readonly present: number;
  readonly other: number;
  /** The cost in this checkout as a multiple of the other one, by round. */
  readonly median: number;
  readonly min: number;
  readonly max: number;
  /** The probability that equal checkouts would differ in as many rounds as these, in the same direction. */
  readonly chance: number;
  readonly verdict: Verdict;
}

/** The largest permitted ratio of the costs. */
export const LIMIT = 1.05;
/** The number of rounds from which on a difference can be beyond the noise. */
export const MIN_ROUNDS = 5;
/** An increase is noise if equal checkouts would show it more often than this. */
const MAX_CHANCE = 0.05;

/**
 * Judges the paired costs of a subject. The rounds of both checkouts alternate, so that other work on the machine affects both. The noise
 * is taken from the rounds themselves, by a sign test: this checkout has to cost more in so many rounds that chance explains it in at most
 * one run of twenty. That takes at least {@link MIN_ROUNDS} rounds.
 *
 * @throws RangeError without any pair.
 */
export function judgeCosts(pairs: readonly Pair[]): Judgement {
  const ratios = pairs.map(({ present, other }) => present / other);
  const { min, median, max } = spreadOf(ratios);
  const chance = chanceOf(ratios.filter((ratio) => ratio > 1).length, ratios.length);
  const present = spreadOf(pairs.map((pair) => pair.present)).median;
  const other = spreadOf(pairs.map((pair) => pair.other)).median;
  const verdict = median <= LIMIT ? 'met' : chance <= MAX_CHANCE ? 'worse' : 'unclear';
  return { present, other, median, min, max, chance, verdict };
}

/** The probability of at least so many heads when a coin is tossed so often. */
function chanceOf(heads: number, tosses: number): number {
  let ways = 1;
  let favourable = 0;
  for (let count = 0; count <= tosses; count += 1) {
    if (count >= heads) favourable += ways;
    ways = (ways * (tosses - count)) / (count + 1);
  }
  return favourable / 2 ** tosses;
}
