/** The files with their switched texts, which a test process loads instead of the originals. */
export type SwitchedTexts = Readonly<Record<string, string>>;

/** A request to a test process. */
export type TestRequest =
  | { readonly kind: 'sweep' }
  | { readonly kind: 'run'; readonly mutant?: number | undefined; readonly tests: readonly ModuleTests[] };

/** Tests of one file. */
export interface ModuleTests {
  /** The absolute path of the file of tests. */
  readonly module: string;
  /** The ids of the tests. Empty for all tests of the file. */
  readonly ids: readonly string[];
}

/** The numbers of the faults that a test reached in a sweep. */
export interface SweptFaults {
  /** Faults that it reaches in a run without a fault. */
  readonly reached: readonly number[];
  /** Faults that its file reaches outside any test. */
  readonly atLoad: readonly number[];
  /** Faults that it was run with and did not detect. */
  readonly passed: number[];
  readonly killed: number[];
  /** The processor time without a fault. */
  readonly milliseconds: number;
  /** False if it fails without a fault. */
  readonly isSound: boolean;
}

/** A test that passes without a fault. */
export interface SweptTest extends SweptFaults {
  readonly module: string;
  readonly id: string;
  readonly name: string;
}

/** The response to a sweep: the tests of a package, each run without a fault and with the faults that it reaches. */
export interface Sweep {
  readonly tests: readonly SweptTest[];
  /** Names of tests that fail without a fault, and therefore give no information. */
  readonly failing: readonly string[];
  /** Faults that kept a test from its end. */
  readonly hung: readonly number[];
}

/** The outcome of a run of some tests. */
export interface RunResponse {
  /** The number of passed tests. */
  readonly passed: number;
  /** The first test that failed. */
  readonly failed?: { readonly name: string; readonly isLate: boolean; readonly module: string; readonly id?: string };
}
