import type { FailureClass, TestPhase } from '@portcullis/plugin-api';
import type { FailureCause } from '../../changes/sessions/failure-cause.ts';

/** The status of a test, and of a whole run. */
export type ValidationStatus = 'passed' | 'failed' | 'warning' | 'skipped';

/** The result of a validation run, in responses. */
export interface ValidationResults {
  /** failed if a mandatory test failed, otherwise warning if any warned or an optional one failed, otherwise passed. */
  readonly status: Exclude<ValidationStatus, 'skipped'>;
  /** Every declared test exactly once, in declared order. */
  readonly validationTests: readonly ValidationTestResult[];
}

/** The result of one test. */
export interface ValidationTestResult {
  readonly name: string;
  readonly status: ValidationStatus;
  /** Row-like objects that the test shows. */
  readonly result?: readonly unknown[];
  /** For every test that did not pass: the problem and what to do. */
  readonly message?: string;
  readonly id?: string;
  readonly phase?: TestPhase;
  readonly skipReason?: string;
  /** Present on every failed test, and on warnings with a class. */
  readonly failureClass?: FailureClass;
  /** Present with `failureClass`: the meaning of the class, and the party that has to act. */
  readonly cause?: FailureCause;
  /** The affected features; none: the integration itself. */
  readonly affects?: readonly string[];
  readonly remediation?: { readonly statements: readonly string[]; readonly runAs: string };
  readonly durationMs?: number;
}

/** The results of a type without validation. */
export const NOTHING_TO_VALIDATE: ValidationResults = Object.freeze({ status: 'passed', validationTests: [] });
