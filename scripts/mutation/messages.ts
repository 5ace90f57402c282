/** The files with their switched texts, which a test process loads in the place of the files' own. */
export type SwitchedTexts = Readonly<Record<string, string>>;

/** A request to a test process. */
export type TestRequest =
  | { readonly kind: 'survey' }
  | { readonly kind: 'run'; readonly mutant?: number | undefined; readonly tests: readonly ModuleTests[] };

/** Tests of one file. */
export interface ModuleTests {
  /** The absolute path of the file of tests. */
  readonly module: string;
  /** The ids of the tests. */
  readonly ids: readonly string[];
}

/** A test that passes without a fault, and what it reaches. */
export interface SurveyedTest {
  readonly module: string;
  readonly id: string;
  readonly milliseconds: number;
  /** The numbers of the faults whose places it reaches; `atLoad` are those of its file outside any test. */
  readonly reached: readonly number[];
  readonly atLoad: readonly number[];
}

/** The tests of a package without a fault. */
export interface Survey {
  readonly tests: readonly SurveyedTest[];
  /** Names of tests that fail without a fault: they say nothing about any. */
  readonly failing: readonly string[];
}

/** The outcome of a run of some tests. */
export interface RunAnswer {
  /** Tests that passed. */
  readonly passed: number;
  /** The first test that failed. */
  readonly failed?: { readonly name: string; readonly isLate: boolean; readonly module: string; readonly id?: string };
}
