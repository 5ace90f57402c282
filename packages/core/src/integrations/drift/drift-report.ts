import type { Scalar } from '@portcullis/plugin-api';
import type { PlanStep } from '../../changes/plan/plan.ts';

/**
 * How far a platform is from what an integration made there.
 *
 * - `clean`: everything that was looked at is as it was made.
 * - `drifted`: something is missing, changed or too much.
 * - `unknown`: nothing of the kind was seen, but not everything could be seen.
 */
export type DriftStatus = 'clean' | 'drifted' | 'unknown';

/**
 * What is wrong with one object.
 *
 * - `missing`: it does not exist, and the account that looked would see it.
 * - `changed`: it is there and differs, or something that is not ours stands in its place.
 * - `extra`: it bears the mark of this integration and is not in its ledger.
 * - `unknown`: it could not be seen. Never taken for missing.
 */
export type DriftState = 'missing' | 'changed' | 'extra' | 'unknown';

/** One value that is not as it is wanted; `null` for none. */
export interface DriftDifference {
  readonly field: string;
  readonly wanted: Scalar;
  readonly observed: Scalar;
}

/** One object that is not as it was made. */
export interface DriftFinding {
  readonly state: DriftState;
  readonly object: {
    /** Absent for what is in no ledger. */
    readonly key?: string;
    readonly kind: string;
    readonly name: string;
  };
  /** What was found and what it means, one or two sentences. */
  readonly message: string;
  readonly difference: readonly DriftDifference[];
  /**
   * The part of the report's `repair` that mends this object: canonical text, stage, and who runs it. Empty where nothing is to
   * be done by itself: what cannot be seen, and what is not ours.
   */
  readonly repair: readonly PlanStep[];
}

/** One look at what an integration has on its platform, compared with its ledger. */
export interface DriftReport {
  readonly status: DriftStatus;
  /** ISO 8601. */
  readonly observedAt: string;
  /** Who looked: the service account, or the privileged account whose credentials were sent. */
  readonly observedAs: 'service' | 'setup';
  /** How many objects of the ledger were looked for. */
  readonly examined: number;
  /** In the order in which the objects are made, what is too much last. */
  readonly findings: readonly DriftFinding[];
  /** Every statement that mends something, in the order in which to run them. */
  readonly repair: readonly PlanStep[];
  /** What the reader must know, one sentence each. */
  readonly warnings: readonly string[];
}
