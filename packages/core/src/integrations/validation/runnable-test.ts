import type { FailureClass, FailureClassification, Remediation, TestOutcome, TestPhase } from '@portcullis/plugin-api';

/** A test in runnable form, declared by a plugin or derived from an object. */
export interface RunnableTest {
  readonly id: string;
  readonly name: string;
  readonly phase: TestPhase;
  readonly mandatory: boolean;
  readonly dependsOn: readonly string[];
  readonly deadlineMs: number;
  /** The reason why the test is not run, or undefined if it is. */
  readonly notApplicable: string | undefined;
  /** The affected features; none: the integration itself. */
  readonly affects: readonly string[];
  /** Failure classes of a gate after which the test still runs. @default none */
  readonly runsDespite?: readonly FailureClass[];
  run(signal: AbortSignal): Promise<TestOutcome>;
  /** The remedy for a thrown error. @default none */
  remedy?(failure: FailureClassification): Remediation | undefined;
}

/** The default deadline of a test in milliseconds. */
export const DEFAULT_TEST_DEADLINE_MS = 30_000;
