import type { FailureClass, TestPhase } from '@portcullis/plugin-api';
import type { FailureCause } from '../../changes/sessions/failure-cause.ts';

/** The status of a test, and of a whole run. */
export type ValidationStatus = 'passed' | 'failed' | 'warning' | 'skipped';

/** The result of a validation run, as answers carry it. */
export interface ValidationResults {
  /** failed if a mandatory test failed, else warning if any warned or an optional one failed, else passed. */
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
  /** On every test that failed, and on warnings that have one. */
  readonly failureClass?: FailureClass;
  /** Present with `failureClass`: the meaning of the class, and who has to act. */
  readonly cause?: FailureCause;
  /** The features that the test speaks for; none: for the integration as such. */
  readonly affects?: readonly string[];
  readonly remediation?: { readonly statements: readonly string[]; readonly runAs: string };
  readonly durationMs?: number;
}

/** The results of a type that has nothing to validate. */
export const NOTHING_TO_VALIDATE: ValidationResults = Object.freeze({ status: 'passed', validationTests: [] });
