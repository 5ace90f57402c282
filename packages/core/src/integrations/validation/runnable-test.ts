import type { FailureClass, FailureClassification, Remediation, TestOutcome, TestPhase } from '@portcullis/plugin-api';

/** A test as the runner sees it, whether a plugin declared it or the engine derived it from an object. */
export interface RunnableTest {
  readonly id: string;
  readonly name: string;
  readonly phase: TestPhase;
  readonly mandatory: boolean;
  readonly dependsOn: readonly string[];
  readonly deadlineMs: number;
  /** Why the test is not run at all, or undefined when it is. */
  readonly notApplicable: string | undefined;
  /** The features it is about; none: the integration as a whole. */
  readonly affects: readonly string[];
  /** Classes of a failed gate behind which the test runs all the same. @default none */
  readonly runsBehind?: readonly FailureClass[];
  run(signal: AbortSignal): Promise<TestOutcome>;
  /** The remedy for a thrown error. @default none */
  remedy?(failure: FailureClassification): Remediation | undefined;
}

/** The default deadline of a test in milliseconds. */
export const DEFAULT_TEST_DEADLINE_MS = 30_000;
