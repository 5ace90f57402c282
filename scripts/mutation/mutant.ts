import type { FaultKind } from './find-faults.ts';

/** A source file with one fault in it. */
export interface Mutant {
  /** The path from the root of the repository, with forward slashes. */
  readonly file: string;
  readonly line: number;
  readonly kind: FaultKind;
  /** The text that was replaced, and the text in its place. */
  readonly before: string;
  readonly after: string;
  /** The whole text of the file with the fault. */
  readonly text: string;
}

/** The outcome of the tests against a mutant. */
export type Outcome =
  | { readonly status: 'killed'; readonly by: string }
  | { readonly status: 'timeout' }
  | { readonly status: 'survived'; readonly tests: number }
  | { readonly status: 'untested' };
