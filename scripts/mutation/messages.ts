/** The files with their switched texts, which a test process loads in the place of the files' own. */
export type SwitchedTexts = Readonly<Record<string, string>>;

/** A request to a test process. */
export type TestRequest =
  | { readonly kind: 'sweep' }
  | { readonly kind: 'run'; readonly mutant?: number | undefined; readonly tests: readonly ModuleTests[] };

/** Tests of one file. */
export interface ModuleTests {
  /** The absolute path of the file of tests. */
  readonly module: string;
  /** The ids of the tests; empty for all of the file. */
  readonly ids: readonly string[];
}

/** The numbers of the faults that a test met in a sweep. */
export interface SweptFaults {
  /** Faults whose places it reaches without a fault. */
  readonly reached: readonly number[];
  /** Faults whose places its file reaches outside any test. */
  readonly atLoad: readonly number[];
  /** Faults that it was run with and did not notice. */
  readonly passed: number[];
  readonly killed: number[];
  /** The processor time without a fault. */
  readonly milliseconds: number;
  /** False when it fails without a fault. */
  readonly isSound: boolean;
}

/** A test that passes without a fault. */
export interface SweptTest extends SweptFaults {
  readonly module: string;
  readonly id: string;
  readonly name: string;
}

/** The response to a sweep: the tests of a package, run without a fault and with those that they reach. */
export interface Sweep {
  readonly tests: readonly SweptTest[];
  /** Names of tests that fail without a fault: they say nothing about any. */
  readonly failing: readonly string[];
  /** Faults that kept a test from its end. */
  readonly hung: readonly number[];
}

/** The outcome of a run of some tests. */
export interface RunResponse {
  /** Tests that passed. */
  readonly passed: number;
  /** The first test that failed. */
  readonly failed?: { readonly name: string; readonly isLate: boolean; readonly module: string; readonly id?: string };
}
