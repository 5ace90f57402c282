/** Settings of a property with random input. */
export interface FuzzRuns {
  readonly numRuns: number;
  readonly seed?: number;
}

const SEED = 2_026_1124;

/**
 * Returns the same inputs in every run of the tests. `pnpm fuzz` sets `PORTCULLIS_FUZZ_RUNS`: then there are this
 * many inputs, different each time.
 *
 * @param quick - the number of inputs otherwise.
 */
export function fuzzRuns(quick: number): FuzzRuns {
  const wanted = Number(process.env.PORTCULLIS_FUZZ_RUNS ?? 0);
  return wanted > 0 ? { numRuns: wanted } : { numRuns: quick, seed: SEED };
}
