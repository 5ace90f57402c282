import { isDeepStrictEqual } from 'node:util';
import { ExpectationFailed } from './expectation-failed.ts';

/** @throws ExpectationFailed if the two differ. */
export function expectEqual(what: string, got: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(got, expected)) throw new ExpectationFailed(what, expected, got);
}

/** @throws ExpectationFailed if the condition is false. `expected` describes the expected result. */
export function expectThat(what: string, holds: boolean, expected: string, got: unknown): void {
  if (!holds) throw new ExpectationFailed(what, expected, got);
}
