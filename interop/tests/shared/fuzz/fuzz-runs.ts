/** Settings of a property test with unusual input. */
export interface FuzzRuns {
  readonly numRuns: number;
  readonly seed?: number;
}

const SEED = 2_026_1124;

/**
 * Returns the number of inputs of a property test. Every normal run has the same inputs. `pnpm fuzz` sets
 * `PORTCULLIS_FUZZ_RUNS` to their number, and the inputs then change with each run.
 *
 * @param quick - the number of inputs in a normal run.
 */
export function fuzzRuns(quick: number): FuzzRuns {
  const wanted = Number(process.env.PORTCULLIS_FUZZ_RUNS ?? 0);
  return wanted > 0 ? { numRuns: wanted } : { numRuns: quick, seed: SEED };
}
