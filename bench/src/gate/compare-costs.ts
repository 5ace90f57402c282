import { spreadOf } from '../report/spread.ts';

/** The costs of one subject in one round, in both checkouts. */
export interface Pair {
  /** Processor time of one operation in this checkout, in microseconds. */
  readonly present: number;
  /** The same in the other one. */
  readonly other: number;
}

/**
 * `worse`: the increase is above the limit, and noise does not explain it. `inconclusive`: the increase is above the limit,
 * but may be noise. `met`: all other results.
 */
type Verdict = 'met' | 'inconclusive' | 'worse';

/** The comparison of all rounds of a subject. */
export interface Comparison {
  /** Medians of the rounds, in microseconds. */
  readonly present: number;
  readonly other: number;
  /** The cost in this checkout as a multiple of the other one, by round. */
  readonly median: number;
  readonly min: number;
  readonly max: number;
  /** The probability that equal checkouts differ in at least this many rounds, in the same direction. */
  readonly chance: number;
  readonly verdict: Verdict;
}

/** The largest permitted ratio of the costs. */
export const LIMIT = 1.05;
/** The minimum number of rounds that distinguish a difference from noise. */
export const MIN_ROUNDS = 5;
/** The maximum probability of chance. An increase is noise if equal checkouts show it more often. */
const MAX_CHANCE = 0.05;

/**
 * Compares the paired costs of a subject. The rounds of both checkouts alternate, so that other work on the machine
 * affects both. The noise is taken from the rounds themselves, by a sign test: this checkout is worse if chance
 * explains the number of rounds in which it costs more in at most one run of twenty. The test takes at least {@link
 * MIN_ROUNDS} rounds.
 *
 * @throws RangeError for an empty list.
 */
export function compareCosts(pairs: readonly Pair[]): Comparison {
  const ratios = pairs.map(({ present, other }) => present / other);
  const { min, median, max } = spreadOf(ratios);
  const chance = chanceOf(ratios.filter((ratio) => ratio > 1).length, ratios.length);
  const present = spreadOf(pairs.map((pair) => pair.present)).median;
  const other = spreadOf(pairs.map((pair) => pair.other)).median;
  const verdict = median <= LIMIT ? 'met' : chance <= MAX_CHANCE ? 'worse' : 'inconclusive';
  return { present, other, median, min, max, chance, verdict };
}

/** Returns the probability of at least this many heads in a number of tosses of a coin. */
function chanceOf(heads: number, tosses: number): number {
  let ways = 1;
  let favourable = 0;
  for (let count = 0; count <= tosses; count += 1) {
    if (count >= heads) favourable += ways;
    ways = (ways * (tosses - count)) / (count + 1);
  }
  return favourable / 2 ** tosses;
}
