import type { Fault } from './find-faults.ts';

/** A fault in a file of an area. */
export interface Mutant extends Fault {
  /** The number that enables it. */
  readonly id: number;
  /** The name of its area. */
  readonly area: string;
  /** The path from the root of the repository, with forward slashes. */
  readonly file: string;
  readonly line: number;
  /** The replaced text. */
  readonly before: string;
}

/** The outcome of the tests against a mutant. */
export type Outcome =
  | { readonly status: 'killed'; readonly by: string }
  | { readonly status: 'timeout' }
  | { readonly status: 'survived'; readonly tests: number }
  | { readonly status: 'untested' };
