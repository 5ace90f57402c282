/** The tests that a process is to run. */
export interface TestOrder {
  /** The path of the source file whose tests run, from the root of the repository. */
  readonly file: string;
  /** The text that is loaded in the place of the file's own, or undefined for that itself. */
  readonly text?: string | undefined;
  /** The one file of tests that is to run. @default all that import the source file */
  readonly only?: string | undefined;
  /** Files of tests that are not to run. */
  readonly without: readonly string[];
}

/** The outcome of the tests of a {@link TestOrder}. */
export interface TestAnswer {
  /** Tests that passed. */
  readonly tests: number;
  /** The file of the first test that failed; empty for an error outside any test. */
  readonly failed?: string;
  /** The name of that test. */
  readonly by?: string;
}
